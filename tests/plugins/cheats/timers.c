/* A timer asks at any moment, also between two steps and while points are judged; `handler`: raised
 * in the step itself. Each answer is charged. */
#include "cheat.h"

#include <signal.h>
#include <sys/time.h>

enum { HANDLER, TIMER };

static lf_oracle *timers_oracle;
static cheat_state *timers_state;

static void timers_ask(int signal_number) {
    (void)signal_number;
    cheat_move(timers_state, timers_oracle) == LF_OK ? (void)0 : (void)signal(SIGALRM, SIG_IGN);
}

static lf_status timers_step(cheat_state *s, lf_oracle *o) {
    timers_oracle = o;
    timers_state = s;
    if (s->steps == 1) signal(SIGALRM, timers_ask);
    if (s->p.how == TIMER && s->steps == 1)
        setitimer(ITIMER_REAL, &(struct itimerval){{0, 200}, {0, 200}}, NULL);
    if (s->p.how == HANDLER) raise(SIGALRM);
    return cheat_move(s, o);
}

CHEAT_PLUGIN(timers, "handler|timer");
