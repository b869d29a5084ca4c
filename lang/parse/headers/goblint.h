#ifndef _WHET_GOBLINT_H
#define _WHET_GOBLINT_H
/* Annotations for the analyser Goblint, which do nothing when a program runs. */
extern void __goblint_check(int exp);
extern void __goblint_assume(int exp);
extern void __goblint_assert(int exp);
extern void __goblint_assume_join();
extern void __goblint_globalize(void *ptr);
extern void __goblint_split_begin(int exp);
extern void __goblint_split_end(int exp);
extern void __goblint_bounded(unsigned long long exp);
#endif
