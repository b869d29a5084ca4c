#ifndef _WHET_STDIO_H
#define _WHET_STDIO_H
#include <stddef.h>
#include <stdarg.h>
#include <sys/types.h>
typedef struct _IO_FILE FILE;
struct _IO_FILE { int _fileno; int _flags; };
typedef struct { long __pos; } fpos_t;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define TMP_MAX 238328
#define L_tmpnam 20
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
extern int printf(const char *format, ...);
extern int fprintf(FILE *f, const char *format, ...);
extern int dprintf(int fd, const char *format, ...);
extern int sprintf(char *s, const char *format, ...);
extern int snprintf(char *s, size_t n, const char *format, ...);
extern int asprintf(char **s, const char *format, ...);
extern int vprintf(const char *format, va_list ap);
extern int vfprintf(FILE *f, const char *format, va_list ap);
extern int vsprintf(char *s, const char *format, va_list ap);
extern int vsnprintf(char *s, size_t n, const char *format, va_list ap);
extern int scanf(const char *format, ...);
extern int fscanf(FILE *f, const char *format, ...);
extern int sscanf(const char *s, const char *format, ...);
extern int vscanf(const char *format, va_list ap);
extern int vfscanf(FILE *f, const char *format, va_list ap);
extern int vsscanf(const char *s, const char *format, va_list ap);
extern int getc(FILE *f);
extern int fgetc(FILE *f);
extern int getchar(void);
extern char *gets(char *s);
extern char *fgets(char *s, int n, FILE *f);
extern int putc(int c, FILE *f);
extern int fputc(int c, FILE *f);
extern int putchar(int c);
extern int puts(const char *s);
extern int fputs(const char *s, FILE *f);
extern int ungetc(int c, FILE *f);
extern FILE *fopen(const char *path, const char *mode);
extern FILE *fdopen(int fd, const char *mode);
extern FILE *freopen(const char *path, const char *mode, FILE *f);
extern FILE *tmpfile(void);
extern char *tmpnam(char *s);
extern int fclose(FILE *f);
extern int fflush(FILE *f);
extern size_t fread(void *p, size_t size, size_t n, FILE *f);
extern size_t fwrite(const void *p, size_t size, size_t n, FILE *f);
extern int fseek(FILE *f, long offset, int whence);
extern long ftell(FILE *f);
extern int fseeko(FILE *f, off_t offset, int whence);
extern off_t ftello(FILE *f);
extern int fgetpos(FILE *f, fpos_t *pos);
extern int fsetpos(FILE *f, const fpos_t *pos);
extern void rewind(FILE *f);
extern void clearerr(FILE *f);
extern int feof(FILE *f);
extern int ferror(FILE *f);
extern int fileno(FILE *f);
extern void perror(const char *s);
extern int remove(const char *path);
extern int rename(const char *from, const char *to);
extern void setbuf(FILE *f, char *buf);
extern int setvbuf(FILE *f, char *buf, int mode, size_t n);
extern FILE *popen(const char *command, const char *mode);
extern int pclose(FILE *f);
extern ssize_t getline(char **line, size_t *n, FILE *f);
extern ssize_t getdelim(char **line, size_t *n, int delim, FILE *f);
#define P_tmpdir "/tmp"
#define L_ctermid 9
extern int renameat(int, const char *, int, const char *);
extern char *tmpnam_r(char [20]);
extern char *tempnam(const char *, const char *);
extern int fflush_unlocked(FILE *);
extern FILE *fmemopen(void *, size_t, const char *);
extern FILE *open_memstream(char **, size_t *);
extern void setbuffer(FILE *, char *, size_t);
extern void setlinebuf(FILE *);
extern int vdprintf(int, const char *, va_list);
extern int getc_unlocked(FILE *);
extern int getchar_unlocked(void);
extern int fgetc_unlocked(FILE *);
extern int fputc_unlocked(int, FILE *);
extern int putc_unlocked(int, FILE *);
extern int putchar_unlocked(int);
extern int getw(FILE *);
extern int putw(int, FILE *);
extern size_t fread_unlocked(void *, size_t, size_t, FILE *);
extern size_t fwrite_unlocked(const void *, size_t, size_t, FILE *);
extern void clearerr_unlocked(FILE *);
extern int feof_unlocked(FILE *);
extern int ferror_unlocked(FILE *);
extern int fileno_unlocked(FILE *);
extern char *ctermid(char *);
extern void flockfile(FILE *);
extern int ftrylockfile(FILE *);
extern void funlockfile(FILE *);
#ifdef _GNU_SOURCE
#define SEEK_DATA 3
#define SEEK_HOLE 4
#define L_cuserid 9
#define _PRINTF_NAN_LEN_MAX 4
#define RENAME_NOREPLACE (1 << 0)
#define RENAME_EXCHANGE (1 << 1)
#define RENAME_WHITEOUT (1 << 2)
extern int renameat2(int, const char *, int, const char *, unsigned int);
extern int fcloseall(void);
extern int vasprintf(char **, const char *, va_list);
extern char *fgets_unlocked(char *, int, FILE *);
extern int fputs_unlocked(const char *, FILE *);
extern char *cuserid(char *);
struct obstack;
extern int obstack_printf(struct obstack *, const char *, ...);
extern int obstack_vprintf(struct obstack *, const char *, va_list);
#endif
#endif
