/* The same on problems of another view. */
#include "writes_info.h"

#define writes_info_groups_step writes_info_step
CHEAT_PLUGIN_FOR(writes_info_groups, LF_VIEW_GROUP_MINIMAX, WRITES_INFO_WAYS);
