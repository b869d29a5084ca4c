#ifndef _WHET_GRP_H
#define _WHET_GRP_H
#include <sys/types.h>
#include <stdio.h>
#include <stddef.h>
#define NSS_BUFLEN_GROUP 1024
struct group { char *gr_name; char *gr_passwd; gid_t gr_gid; char **gr_mem; };
extern void setgrent(void);
extern void endgrent(void);
extern struct group *getgrent(void);
extern struct group *fgetgrent(FILE *);
extern struct group *getgrgid(gid_t);
extern struct group *getgrnam(const char *);
extern int getgrgid_r(gid_t, struct group *, char *, size_t, struct group **);
extern int getgrnam_r(const char *, struct group *, char *, size_t, struct group **);
extern int fgetgrent_r(FILE *, struct group *, char *, size_t, struct group **);
extern int setgroups(size_t, const gid_t *);
extern int getgrouplist(const char *, gid_t, gid_t *, int *);
extern int initgroups(const char *, gid_t);
#ifdef _GNU_SOURCE
extern int putgrent(const struct group *, FILE *);
extern int getgrent_r(struct group *, char *, size_t, struct group **);
#endif
#endif
