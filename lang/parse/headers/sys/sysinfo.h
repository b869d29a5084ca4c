#ifndef _WHET_SYS_SYSINFO_H
#define _WHET_SYS_SYSINFO_H
#include <sys/types.h>
#define SI_LOAD_SHIFT 16
#define _AT(T,X) ((T)(X))
#define _UL(x) (_AC(x, UL))
#define _ULL(x) (_AC(x, ULL))
#define _BITUL(x) (_UL(1) << (x))
#define _BITULL(x) (_ULL(1) << (x))
extern int sysinfo(struct sysinfo *);
extern int get_nprocs_conf(void);
extern int get_nprocs(void);
extern long int get_phys_pages(void);
extern long int get_avphys_pages(void);
#endif
