#ifndef _WHET_PWD_H
#define _WHET_PWD_H
#include <sys/types.h>
#include <stdio.h>
#include <stddef.h>
#define NSS_BUFLEN_PASSWD 1024
struct passwd { char *pw_name; char *pw_passwd; uid_t pw_uid; gid_t pw_gid; char *pw_gecos; char *pw_dir; char *pw_shell; };
extern void setpwent(void);
extern void endpwent(void);
extern struct passwd *getpwent(void);
extern struct passwd *fgetpwent(FILE *);
extern int putpwent(const struct passwd *, FILE *);
extern struct passwd *getpwuid(uid_t);
extern struct passwd *getpwnam(const char *);
extern int getpwent_r(struct passwd *, char *, size_t, struct passwd **);
extern int getpwuid_r(uid_t, struct passwd *, char *, size_t, struct passwd **);
extern int getpwnam_r(const char *, struct passwd *, char *, size_t, struct passwd **);
extern int fgetpwent_r(FILE *, struct passwd *, char *, size_t, struct passwd **);
#ifdef _GNU_SOURCE
extern int getpw(uid_t, char *);
#endif
#endif
