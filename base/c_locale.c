#include "base/c_locale.h"

#include <pthread.h>

static locale_t c_locale;
static pthread_once_t c_locale_once = PTHREAD_ONCE_INIT;

static void c_locale_make(void) {
    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* lives as long as the process */
}

locale_t lf_c_locale_enter(void) {
    pthread_once(&c_locale_once, c_locale_make);
    return uselocale(c_locale); /* (locale_t)0, where there was no memory, changes nothing */
}

void lf_c_locale_leave(locale_t before) {
    uselocale(before);
}
