#ifndef _WHET_STDNORETURN_H
#define _WHET_STDNORETURN_H
#define noreturn _Noreturn
#endif
