#ifndef _WHET_SYSLOG_H
#define _WHET_SYSLOG_H
#include <sys/types.h>
#include <sys/syslog.h>
#endif
