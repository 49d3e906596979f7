/**
 * @file c_locale.h
 * @brief Numbers with a decimal point, whatever the locale of the process.
 *
 * The program never leaves the locale C, in which it writes files and reads them. An interpreter
 * that it is part of may have set another one, with a decimal comma: so what is carried out for it
 * is carried out between these two. They change the calling thread alone, and children that it
 * makes.
 */
#pragma once

#include <locale.h>

/** What was there before, for lf_c_locale_leave(). */
locale_t lf_c_locale_enter(void);
void lf_c_locale_leave(locale_t before);
