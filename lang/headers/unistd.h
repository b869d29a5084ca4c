#ifndef _WHET_UNISTD_H
#define _WHET_UNISTD_H
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
extern char **environ;
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
extern int getopt(int argc, char *const argv[], const char *options);
extern ssize_t read(int fd, void *buf, size_t n);
extern ssize_t write(int fd, const void *buf, size_t n);
extern ssize_t pread(int fd, void *buf, size_t n, off_t offset);
extern ssize_t pwrite(int fd, const void *buf, size_t n, off_t offset);
extern int close(int fd);
extern off_t lseek(int fd, off_t offset, int whence);
extern int access(const char *path, int mode);
extern int unlink(const char *path);
extern int rmdir(const char *path);
extern int link(const char *from, const char *to);
extern int symlink(const char *from, const char *to);
extern ssize_t readlink(const char *path, char *buf, size_t n);
extern int chdir(const char *path);
extern char *getcwd(char *buf, size_t n);
extern int chown(const char *path, uid_t uid, gid_t gid);
extern int dup(int fd);
extern int dup2(int from, int to);
extern int pipe(int fds[2]);
extern int isatty(int fd);
extern int fsync(int fd);
extern int ftruncate(int fd, off_t n);
extern int truncate(const char *path, off_t n);
extern pid_t fork(void);
extern pid_t vfork(void);
extern int execv(const char *path, char *const argv[]);
extern int execve(const char *path, char *const argv[], char *const envp[]);
extern int execvp(const char *path, char *const argv[]);
extern int execl(const char *path, const char *arg, ...);
extern int execlp(const char *path, const char *arg, ...);
extern void _exit(int status) __attribute__((noreturn));
extern pid_t getpid(void);
extern pid_t getppid(void);
extern uid_t getuid(void);
extern uid_t geteuid(void);
extern gid_t getgid(void);
extern gid_t getegid(void);
extern int setuid(uid_t uid);
extern int setgid(gid_t gid);
extern pid_t setsid(void);
extern unsigned int sleep(unsigned int seconds);
extern int usleep(useconds_t useconds);
extern unsigned int alarm(unsigned int seconds);
extern int pause(void);
extern long sysconf(int name);
extern int gethostname(char *name, size_t n);
extern void *sbrk(intptr_t n);
extern int brk(void *p);
extern void sync(void);
extern int nice(int n);
extern int getpagesize(void);
#endif
