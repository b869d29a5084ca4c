#ifndef _WHET_STDDEF_H
#define _WHET_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct { long long __ll __attribute__((aligned(8))); long double __ld; } max_align_t;
#ifndef NULL
#define NULL ((void *)0)
#endif
#if __STDC_VERSION__ > 201710L
typedef __typeof__((void *)0) nullptr_t;
#define unreachable() __builtin_unreachable()
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
