/**
 * @file public.h
 * @brief Brackets around declarations that the shared library shows; all else in it is hidden.
 */
#pragma once

#ifdef __cplusplus
#define LF_PUBLIC_LANGUAGE_BEGIN extern "C" {
#define LF_PUBLIC_LANGUAGE_END }
#else
#define LF_PUBLIC_LANGUAGE_BEGIN
#define LF_PUBLIC_LANGUAGE_END
#endif

/** A status that a caller has to look at: the compiler warns where it is dropped. */
#define LF_CHECKED __attribute__((warn_unused_result))

/** Functions declared from here on are part of the library's interface. After the includes. */
#define LF_PUBLIC_BEGIN _Pragma("GCC visibility push(default)") LF_PUBLIC_LANGUAGE_BEGIN
/** Up to here. */
#define LF_PUBLIC_END LF_PUBLIC_LANGUAGE_END _Pragma("GCC visibility pop")
