#ifndef _WHET_SYS_STAT_H
#define _WHET_SYS_STAT_H
#include <sys/types.h>
#include <time.h>
struct stat { dev_t st_dev; ino_t st_ino; mode_t st_mode; nlink_t st_nlink; uid_t st_uid; gid_t st_gid; dev_t st_rdev; off_t st_size; blksize_t st_blksize; blkcnt_t st_blocks; struct timespec st_atim; struct timespec st_mtim; struct timespec st_ctim; };
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFCHR 0020000
#define S_IFBLK 0060000
#define S_IFREG 0100000
#define S_IFIFO 0010000
#define S_IFLNK 0120000
#define S_IFSOCK 0140000
#define S_ISDIR(m) (((m) & S_IFMT) == S_IFDIR)
#define S_ISREG(m) (((m) & S_IFMT) == S_IFREG)
#define S_ISLNK(m) (((m) & S_IFMT) == S_IFLNK)
#define S_ISCHR(m) (((m) & S_IFMT) == S_IFCHR)
#define S_ISBLK(m) (((m) & S_IFMT) == S_IFBLK)
#define S_ISFIFO(m) (((m) & S_IFMT) == S_IFIFO)
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IXGRP 0010
#define S_IRWXG 0070
#define S_IROTH 0004
#define S_IWOTH 0002
#define S_IXOTH 0001
#define S_IRWXO 0007
extern int stat(const char *path, struct stat *s);
extern int lstat(const char *path, struct stat *s);
extern int fstat(int fd, struct stat *s);
extern int chmod(const char *path, mode_t mode);
extern int fchmod(int fd, mode_t mode);
extern int mkdir(const char *path, mode_t mode);
extern int mkfifo(const char *path, mode_t mode);
extern mode_t umask(mode_t mask);
#define UTIME_NOW ((1l << 30) - 1l)
#define UTIME_OMIT ((1l << 30) - 2l)
#define S_IREAD S_IRUSR
#define S_IWRITE S_IWUSR
#define S_IEXEC S_IXUSR
#define ACCESSPERMS (S_IRWXU|S_IRWXG|S_IRWXO)
#define ALLPERMS (S_ISUID|S_ISGID|S_ISVTX|S_IRWXU|S_IRWXG|S_IRWXO)
#define DEFFILEMODE (S_IRUSR|S_IWUSR|S_IRGRP|S_IWGRP|S_IROTH|S_IWOTH)
#define S_BLKSIZE 512
extern int fstatat(int, const char *, struct stat *, int);
extern int lchmod(const char *, mode_t);
extern int fchmodat(int, const char *, mode_t, int);
extern int mkdirat(int, const char *, mode_t);
extern int mknod(const char *, mode_t, dev_t);
extern int mknodat(int, const char *, mode_t, dev_t);
extern int mkfifoat(int, const char *, mode_t);
extern int utimensat(int, const char *, const struct timespec [2], int);
extern int futimens(int, const struct timespec [2]);
#ifdef _GNU_SOURCE
#define STATX_TYPE 0x00000001U
#define STATX_MODE 0x00000002U
#define STATX_NLINK 0x00000004U
#define STATX_UID 0x00000008U
#define STATX_GID 0x00000010U
#define STATX_ATIME 0x00000020U
#define STATX_MTIME 0x00000040U
#define STATX_CTIME 0x00000080U
#define STATX_INO 0x00000100U
#define STATX_SIZE 0x00000200U
#define STATX_BLOCKS 0x00000400U
#define STATX_BASIC_STATS 0x000007ffU
#define STATX_BTIME 0x00000800U
#define STATX_MNT_ID 0x00001000U
#define STATX_DIOALIGN 0x00002000U
#define STATX__RESERVED 0x80000000U
#define STATX_ALL 0x00000fffU
#define STATX_ATTR_COMPRESSED 0x00000004
#define STATX_ATTR_IMMUTABLE 0x00000010
#define STATX_ATTR_APPEND 0x00000020
#define STATX_ATTR_NODUMP 0x00000040
#define STATX_ATTR_ENCRYPTED 0x00000800
#define STATX_ATTR_AUTOMOUNT 0x00001000
#define STATX_ATTR_MOUNT_ROOT 0x00002000
#define STATX_ATTR_VERITY 0x00100000
#define STATX_ATTR_DAX 0x00200000
struct stat64 { dev_t st_dev; ino64_t st_ino; nlink_t st_nlink; mode_t st_mode; uid_t st_uid; gid_t st_gid; int __pad0; dev_t st_rdev; off_t st_size; blksize_t st_blksize; blkcnt64_t st_blocks; struct timespec st_atim; struct timespec st_mtim; struct timespec st_ctim; long __glibc_reserved[3]; };
extern mode_t getumask(void);
struct statx_timestamp { long long tv_sec; unsigned int tv_nsec; int __reserved; };
struct statx { unsigned int stx_mask; unsigned int stx_blksize; unsigned long long stx_attributes; unsigned int stx_nlink; unsigned int stx_uid; unsigned int stx_gid; unsigned short stx_mode; unsigned short __spare0[1]; unsigned long long stx_ino; unsigned long long stx_size; unsigned long long stx_blocks; unsigned long long stx_attributes_mask; struct statx_timestamp stx_atime; struct statx_timestamp stx_btime; struct statx_timestamp stx_ctime; struct statx_timestamp stx_mtime; unsigned int stx_rdev_major; unsigned int stx_rdev_minor; unsigned int stx_dev_major; unsigned int stx_dev_minor; unsigned long long stx_mnt_id; unsigned int stx_dio_mem_align; unsigned int stx_dio_offset_align; unsigned long long __spare3[12]; };
extern int statx(int, const char *, int, unsigned int, struct statx *);
#endif
#ifndef S_ISUID
#define S_ISUID 04000
#define S_ISGID 02000
#define S_ISVTX 01000
#endif
#define S_ISSOCK(m) (((m) & S_IFMT) == S_IFSOCK)
#define S_TYPEISMQ(s) ((s)->st_mode - (s)->st_mode)
#define S_TYPEISSEM(s) ((s)->st_mode - (s)->st_mode)
#define S_TYPEISSHM(s) ((s)->st_mode - (s)->st_mode)
#endif
