/* The same on problems of another view. */
#include "forged_key.h"

#define forged_key_groups_step forged_key_step
CHEAT_PLUGIN_FOR(forged_key_groups, LF_VIEW_GROUP_MINIMAX, FORGED_KEY_WAYS);
