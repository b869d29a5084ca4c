#ifndef _WHET_NETDB_H
#define _WHET_NETDB_H
#include <sys/types.h>
#include <time.h>
#include <stdint.h>
#include <sys/socket.h>
#include <signal.h>
#include <netinet/in.h>
#define _PATH_HEQUIV "/etc/hosts.equiv"
#define _PATH_HOSTS "/etc/hosts"
#define _PATH_NETWORKS "/etc/networks"
#define _PATH_NSSWITCH_CONF "/etc/nsswitch.conf"
#define _PATH_PROTOCOLS "/etc/protocols"
#define _PATH_SERVICES "/etc/services"
#define HOST_NOT_FOUND 1
#define TRY_AGAIN 2
#define NO_RECOVERY 3
#define NO_DATA 4
#define NETDB_INTERNAL -1
#define NETDB_SUCCESS 0
#define NO_ADDRESS NO_DATA
#define IPPORT_RESERVED 1024
#define h_addr h_addr_list[0]
#define AI_PASSIVE 0x0001
#define AI_CANONNAME 0x0002
#define AI_NUMERICHOST 0x0004
#define AI_V4MAPPED 0x0008
#define AI_ALL 0x0010
#define AI_ADDRCONFIG 0x0020
#define AI_NUMERICSERV 0x0400
#define EAI_BADFLAGS -1
#define EAI_NONAME -2
#define EAI_AGAIN -3
#define EAI_FAIL -4
#define EAI_FAMILY -6
#define EAI_SOCKTYPE -7
#define EAI_SERVICE -8
#define EAI_MEMORY -10
#define EAI_SYSTEM -11
#define EAI_OVERFLOW -12
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#define NI_NOFQDN 4
#define NI_NAMEREQD 8
#define NI_DGRAM 16
struct netent { char *n_name; char **n_aliases; int n_addrtype; uint32_t n_net; };
extern void herror(const char *);
extern const char *hstrerror(int);
struct hostent { char *h_name; char **h_aliases; int h_addrtype; int h_length; char **h_addr_list; };
extern void sethostent(int);
extern void endhostent(void);
extern struct hostent *gethostent(void);
extern struct hostent *gethostbyaddr(const void *, socklen_t, int);
extern struct hostent *gethostbyname(const char *);
extern struct hostent *gethostbyname2(const char *, int);
extern int gethostent_r(struct hostent *, char *, size_t, struct hostent **, int *);
extern int gethostbyaddr_r(const void *, socklen_t, int, struct hostent *, char *, size_t, struct hostent **, int *);
extern int gethostbyname_r(const char *, struct hostent *, char *, size_t, struct hostent **, int *);
extern int gethostbyname2_r(const char *, int, struct hostent *, char *, size_t, struct hostent **, int *);
extern void setnetent(int);
extern void endnetent(void);
extern struct netent *getnetent(void);
extern struct netent *getnetbyaddr(uint32_t, int);
extern struct netent *getnetbyname(const char *);
extern int getnetent_r(struct netent *, char *, size_t, struct netent **, int *);
extern int getnetbyaddr_r(uint32_t, int, struct netent *, char *, size_t, struct netent **, int *);
extern int getnetbyname_r(const char *, struct netent *, char *, size_t, struct netent **, int *);
struct servent { char *s_name; char **s_aliases; int s_port; char *s_proto; };
extern void setservent(int);
extern void endservent(void);
extern struct servent *getservent(void);
extern struct servent *getservbyname(const char *, const char *);
extern struct servent *getservbyport(int, const char *);
extern int getservent_r(struct servent *, char *, size_t, struct servent **);
extern int getservbyname_r(const char *, const char *, struct servent *, char *, size_t, struct servent **);
extern int getservbyport_r(int, const char *, struct servent *, char *, size_t, struct servent **);
struct protoent { char *p_name; char **p_aliases; int p_proto; };
extern void setprotoent(int);
extern void endprotoent(void);
extern struct protoent *getprotoent(void);
extern struct protoent *getprotobyname(const char *);
extern struct protoent *getprotobynumber(int);
extern int getprotoent_r(struct protoent *, char *, size_t, struct protoent **);
extern int getprotobyname_r(const char *, struct protoent *, char *, size_t, struct protoent **);
extern int getprotobynumber_r(int, struct protoent *, char *, size_t, struct protoent **);
extern int setnetgrent(const char *);
extern void endnetgrent(void);
extern int getnetgrent(char **, char **, char **);
extern int innetgr(const char *, const char *, const char *, const char *);
extern int getnetgrent_r(char **, char **, char **, char *, size_t);
extern int rcmd(char **, unsigned short int, const char *, const char *, const char *, int *);
extern int rcmd_af(char **, unsigned short int, const char *, const char *, const char *, int *, sa_family_t);
extern int rexec(char **, int, const char *, const char *, const char *, int *);
extern int rexec_af(char **, int, const char *, const char *, const char *, int *, sa_family_t);
extern int ruserok(const char *, int, const char *, const char *);
extern int ruserok_af(const char *, int, const char *, const char *, sa_family_t);
extern int iruserok(uint32_t, int, const char *, const char *);
extern int iruserok_af(const void *, int, const char *, const char *, sa_family_t);
extern int rresvport(int *);
extern int rresvport_af(int *, sa_family_t);
struct addrinfo { int ai_flags; int ai_family; int ai_socktype; int ai_protocol; socklen_t ai_addrlen; struct sockaddr *ai_addr; char *ai_canonname; struct addrinfo *ai_next; };
extern int getaddrinfo(const char *, const char *, const struct addrinfo *, struct addrinfo **);
extern void freeaddrinfo(struct addrinfo *);
extern const char *gai_strerror(int);
extern int getnameinfo(const struct sockaddr *, socklen_t, char *, socklen_t, char *, socklen_t, int);
#ifdef _GNU_SOURCE
#define SCOPE_DELIMITER '%'
#define GAI_WAIT 0
#define GAI_NOWAIT 1
#define AI_IDN 0x0040
#define AI_CANONIDN 0x0080
#define EAI_NODATA -5
#define EAI_ADDRFAMILY -9
#define EAI_INPROGRESS -100
#define EAI_CANCELED -101
#define EAI_NOTCANCELED -102
#define EAI_ALLDONE -103
#define EAI_INTR -104
#define EAI_IDN_ENCODE -105
#define NI_IDN 32
struct gaicb { const char *ar_name; const char *ar_service; const struct addrinfo *ar_request; struct addrinfo *ar_result; int __return; int __glibc_reserved[5]; };
extern int getaddrinfo_a(int, struct gaicb *[], int, struct sigevent *);
extern int gai_suspend(const struct gaicb *const [], int, const struct timespec *);
extern int gai_error(struct gaicb *);
extern int gai_cancel(struct gaicb *);
#endif
extern int *__h_errno_location(void);
#define h_errno (*__h_errno_location())
extern int *__h_errno_location(void);
#define h_errno (*__h_errno_location())
#endif
