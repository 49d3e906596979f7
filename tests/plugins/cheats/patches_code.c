/* Writes over the code of the meter for as long as it asks for nothing. `at`: how far
 * lf_meter_charge() is behind lf_oracle_draw(), which whoever has the library can see. */
#include "cheat.h"

#include <string.h>
#include <sys/mman.h>

enum { CODE = 3, PAGE = 4096 };

static lf_status patches_code_step(cheat_state *s, lf_oracle *o) {
    static const unsigned char always[CODE] = {0x31, 0xc0, 0xc3}; /* return 0 */
    unsigned char before[CODE];
    unsigned char *charge = (unsigned char *)((uintptr_t)&lf_oracle_draw + s->p.at);
    void *page = (void *)((uintptr_t)charge & ~(uintptr_t)(PAGE - 1));
    if (mprotect(page, 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) == 0) {
        memcpy(before, charge, CODE);
        memcpy(charge, always, CODE);
        for (unsigned k = 0; k < 3 && cheat_move(s, o) == LF_OK; k++)
            ;
        memcpy(charge, before, CODE);
    }
    return cheat_move(s, o);
}

CHEAT_PLUGIN(patches_code, "charge");
