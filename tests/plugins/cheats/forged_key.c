/* Signs tickets with the key that it solved for. */
#include "forged_key.h"

CHEAT_PLUGIN(forged_key, FORGED_KEY_WAYS);
