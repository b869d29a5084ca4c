#ifndef _WHET_SYS_SOCKET_H
#define _WHET_SYS_SOCKET_H
#include <sys/types.h>
typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define SOL_SOCKET 1
extern int socket(int domain, int type, int protocol);
extern int bind(int fd, const struct sockaddr *a, socklen_t n);
extern int listen(int fd, int backlog);
extern int accept(int fd, struct sockaddr *a, socklen_t *n);
extern int connect(int fd, const struct sockaddr *a, socklen_t n);
extern ssize_t send(int fd, const void *buf, size_t n, int flags);
extern ssize_t recv(int fd, void *buf, size_t n, int flags);
extern int setsockopt(int fd, int level, int name, const void *value, socklen_t n);
extern int shutdown(int fd, int how);
#endif
