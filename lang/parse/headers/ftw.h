#ifndef _WHET_FTW_H
#define _WHET_FTW_H
#include <sys/types.h>
#include <sys/stat.h>
#define FTW_F FTW_F
#define FTW_D FTW_D
#define FTW_DNR FTW_DNR
#define FTW_NS FTW_NS
#define FTW_SL FTW_SL
enum { FTW_F, FTW_D, FTW_DNR, FTW_NS, FTW_SL, };
#ifdef _GNU_SOURCE
#define FTW_ACTIONRETVAL FTW_ACTIONRETVAL
#define FTW_CONTINUE FTW_CONTINUE
#define FTW_STOP FTW_STOP
#define FTW_SKIP_SUBTREE FTW_SKIP_SUBTREE
#define FTW_SKIP_SIBLINGS FTW_SKIP_SIBLINGS
enum { FTW_PHYS = 1, FTW_MOUNT = 2, FTW_CHDIR = 4, FTW_DEPTH = 8, FTW_ACTIONRETVAL = 16 };
enum { FTW_CONTINUE = 0, FTW_STOP = 1, FTW_SKIP_SUBTREE = 2, FTW_SKIP_SIBLINGS = 3, };
struct FTW { int base; int level; };
#endif
extern int ftw(const char *, int (*)(const char *, const struct stat *, int), int);
extern int nftw(const char *, int (*)(const char *, const struct stat *, int, struct FTW *), int, int);
#include <sys/stat.h>
#define FTW_SLN 6
#define FTW_DP 5
#define FTW_PHYS 1
#define FTW_MOUNT 2
#define FTW_CHDIR 4
#define FTW_DEPTH 8
#endif
