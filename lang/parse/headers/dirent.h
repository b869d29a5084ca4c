#ifndef _WHET_DIRENT_H
#define _WHET_DIRENT_H
#include <sys/types.h>
#include <stddef.h>
#define d_fileno d_ino
#define _DIRENT_MATCHES_DIRENT64 1
#define DT_UNKNOWN DT_UNKNOWN
#define DT_FIFO DT_FIFO
#define DT_CHR DT_CHR
#define DT_DIR DT_DIR
#define DT_BLK DT_BLK
#define DT_REG DT_REG
#define DT_LNK DT_LNK
#define DT_SOCK DT_SOCK
#define DT_WHT DT_WHT
#define NAME_MAX 255
#define PATH_MAX 4096
#define SSIZE_MAX LONG_MAX
#define MAXNAMLEN NAME_MAX
#define _D_EXACT_NAMLEN(d) (strlen ((d)->d_name))
#define _D_ALLOC_NAMLEN(d) (((char *) (d) + (d)->d_reclen) - &(d)->d_name[0])
#define IFTODT(mode) (((mode) & 0170000) >> 12)
#define DTTOIF(dirtype) ((dirtype) << 12)
struct dirent { ino_t d_ino; off_t d_off; unsigned short int d_reclen; unsigned char d_type; char d_name[256]; };
enum { DT_UNKNOWN = 0, DT_FIFO = 1, DT_CHR = 2, DT_DIR = 4, DT_BLK = 6, DT_REG = 8, DT_LNK = 10, DT_SOCK = 12, DT_WHT = 14 };
typedef struct __dirstream DIR;
extern int closedir(DIR *);
extern DIR *opendir(const char *);
extern DIR *fdopendir(int);
extern struct dirent *readdir(DIR *);
extern int readdir_r(DIR *, struct dirent *, struct dirent **);
extern void rewinddir(DIR *);
extern void seekdir(DIR *, long int);
extern long int telldir(DIR *);
extern int dirfd(DIR *);
extern int scandir(const char *, struct dirent ***, int (*) (const struct dirent *), int (*) (const struct dirent **, const struct dirent **));
extern int alphasort(const struct dirent **, const struct dirent **);
extern ssize_t getdirentries(int, char *, size_t, off_t *);
#ifdef _GNU_SOURCE
struct dirent64 { ino64_t d_ino; off64_t d_off; unsigned short int d_reclen; unsigned char d_type; char d_name[256]; };
extern int readdir64_r(DIR *, struct dirent64 *, struct dirent64 **);
extern int scandirat(int, const char *, struct dirent ***, int (*) (const struct dirent *), int (*) (const struct dirent **, const struct dirent **));
extern int versionsort(const struct dirent **, const struct dirent **);
#endif
#endif
