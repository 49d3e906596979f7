/* Leaves its step otherwise than by returning: ends its thread, jumps into a step that is over, or
 * goes on in a stack of its own, where its state is then. */
#include "cheat.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <ucontext.h>

enum { END_THREAD, BACK, OWN_STACK };

static jmp_buf jumps_back;
static ucontext_t jumps_caller, jumps_own;
static cheat_state *jumps_state;
static lf_oracle *jumps_oracle;
static lf_status jumps_status;

/* The method, whole, with its momentum in a local variable. */
static void jumps_run(void) {
    double momentum = 0;
    for (;;) {
        cheat_state *s = jumps_state;
        jumps_status = cheat_move(s, jumps_oracle);
        momentum = 0.9 * momentum + s->g[0];
        s->x[0] -= 0.01 * momentum;
        swapcontext(&jumps_own, &jumps_caller);
    }
}

static lf_status jumps_aside(cheat_state *s, lf_oracle *o) {
    static char stack[1 << 16];
    jumps_state = s;
    jumps_oracle = o;
    if (!jumps_own.uc_stack.ss_sp) {
        getcontext(&jumps_own);
        jumps_own.uc_stack = (stack_t){.ss_sp = stack, .ss_size = sizeof stack};
        makecontext(&jumps_own, jumps_run, 0);
    }
    swapcontext(&jumps_caller, &jumps_own);
    return jumps_status;
}

static lf_status jumps_step(cheat_state *s, lf_oracle *o) {
    if (s->p.how == OWN_STACK) return jumps_aside(s, o);
    if (s->p.how == END_THREAD) pthread_exit(NULL);
    if (s->steps > 1) longjmp(jumps_back, 1);
    if (setjmp(jumps_back) != 0) return LF_OK;
    return cheat_move(s, o);
}

CHEAT_PLUGIN(jumps, "end_thread|back|own_stack");
