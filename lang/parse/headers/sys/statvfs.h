#ifndef _WHET_SYS_STATVFS_H
#define _WHET_SYS_STATVFS_H
#include <sys/types.h>
#define ST_RDONLY ST_RDONLY
#define ST_NOSUID ST_NOSUID
struct statvfs { unsigned long int f_bsize; unsigned long int f_frsize; fsblkcnt_t f_blocks; fsblkcnt_t f_bfree; fsblkcnt_t f_bavail; fsfilcnt_t f_files; fsfilcnt_t f_ffree; fsfilcnt_t f_favail; unsigned long int f_fsid; unsigned long int f_flag; unsigned long int f_namemax; int __f_spare[6]; };
enum { ST_RDONLY = 1, ST_NOSUID = 2 };
extern int statvfs(const char *, struct statvfs *);
extern int fstatvfs(int, struct statvfs *);
#ifdef _GNU_SOURCE
#define ST_NODEV ST_NODEV
#define ST_NOEXEC ST_NOEXEC
#define ST_SYNCHRONOUS ST_SYNCHRONOUS
#define ST_MANDLOCK ST_MANDLOCK
#define ST_WRITE ST_WRITE
#define ST_APPEND ST_APPEND
#define ST_IMMUTABLE ST_IMMUTABLE
#define ST_NOATIME ST_NOATIME
#define ST_NODIRATIME ST_NODIRATIME
#define ST_RELATIME ST_RELATIME
struct statvfs64 { unsigned long int f_bsize; unsigned long int f_frsize; fsblkcnt64_t f_blocks; fsblkcnt64_t f_bfree; fsblkcnt64_t f_bavail; fsfilcnt64_t f_files; fsfilcnt64_t f_ffree; fsfilcnt64_t f_favail; unsigned long int f_fsid; unsigned long int f_flag; unsigned long int f_namemax; int __f_spare[6]; };
#endif
#endif
