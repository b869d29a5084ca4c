#ifndef _WHET_SYS_UN_H
#define _WHET_SYS_UN_H
#include <sys/types.h>
#include <sys/socket.h>
#include <string.h>
#define _SS_SIZE 128
#define SUN_LEN(ptr) ((size_t) (((struct sockaddr_un *) 0)->sun_path) + strlen ((ptr)->sun_path))
struct sockaddr_un { sa_family_t sun_family; char sun_path[108]; };
#endif
