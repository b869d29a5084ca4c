#ifndef _WHET_SYS_TYPES_H
#define _WHET_SYS_TYPES_H
#include <features.h>
#include <stddef.h>
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long off_t;
#ifdef __LP64__
typedef long loff_t;
typedef long off64_t;
typedef long blkcnt64_t;
typedef unsigned long ino64_t;
typedef unsigned long rlim64_t;
typedef unsigned long fsblkcnt64_t;
typedef unsigned long fsfilcnt64_t;
#else
typedef long long loff_t;
typedef long long off64_t;
typedef long long blkcnt64_t;
typedef unsigned long long ino64_t;
typedef unsigned long long rlim64_t;
typedef unsigned long long fsblkcnt64_t;
typedef unsigned long long fsfilcnt64_t;
#endif
typedef unsigned long rlim_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef int daddr_t;
typedef struct { int val[2]; } fsid_t;
typedef unsigned long u_quad_t;
typedef long quad_t;
typedef long time_t;
typedef long clock_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef int clockid_t;
typedef void *timer_t;
typedef int pid_t;
typedef unsigned int id_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int mode_t;
#ifdef __LP64__
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
#else
typedef unsigned long long dev_t;
typedef unsigned int nlink_t;
#endif
typedef unsigned long ino_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef int key_t;
typedef char *caddr_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#include <stdint.h>
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
#if !defined __STRICT_ANSI__ || defined _DEFAULT_SOURCE || defined _GNU_SOURCE || defined _BSD_SOURCE
#include <endian.h>
#endif
#endif
