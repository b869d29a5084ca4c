#ifndef _WHET_SHADOW_H
#define _WHET_SHADOW_H
#include <sys/types.h>
#include <stdio.h>
#include <paths.h>
#include <stddef.h>
#define SHADOW _PATH_SHADOW
struct spwd { char *sp_namp; char *sp_pwdp; long int sp_lstchg; long int sp_min; long int sp_max; long int sp_warn; long int sp_inact; long int sp_expire; unsigned long int sp_flag; };
extern void setspent(void);
extern void endspent(void);
extern struct spwd *getspent(void);
extern struct spwd *getspnam(const char *);
extern struct spwd *sgetspent(const char *);
extern struct spwd *fgetspent(FILE *);
extern int putspent(const struct spwd *, FILE *);
extern int getspent_r(struct spwd *, char *, size_t, struct spwd **);
extern int getspnam_r(const char *, struct spwd *, char *, size_t, struct spwd **);
extern int sgetspent_r(const char *, struct spwd *, char *, size_t, struct spwd **);
extern int fgetspent_r(FILE *, struct spwd *, char *, size_t, struct spwd **);
extern int lckpwdf(void);
extern int ulckpwdf(void);
#endif
