/* No guard: NDEBUG may change between inclusions. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#endif
#ifndef _WHET_ASSERT_H
#define _WHET_ASSERT_H
extern void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function) __attribute__((noreturn));
extern void __assert(const char *assertion, const char *file, int line) __attribute__((noreturn));
#ifndef static_assert
#define static_assert _Static_assert
#endif
#endif
