/* The same on problems of another view. */
#include "forged_key.h"

#define forged_key_constrained_step forged_key_step
CHEAT_PLUGIN_FOR(forged_key_constrained, LF_VIEW_CONSTRAINED, FORGED_KEY_WAYS);
