/* Writes over what it may only read: how many samples there are, how large the domain is, what the
 * problem remembers, what is made of its values. */
#include "writes_info.h"

CHEAT_PLUGIN(writes_info, WRITES_INFO_WAYS);
