#ifndef _WHET_WCTYPE_H
#define _WHET_WCTYPE_H
#include <wchar.h>
typedef unsigned long wctype_t;
extern int iswalnum(wint_t c);
extern int iswalpha(wint_t c);
extern int iswdigit(wint_t c);
extern int iswlower(wint_t c);
extern int iswprint(wint_t c);
extern int iswpunct(wint_t c);
extern int iswspace(wint_t c);
extern int iswupper(wint_t c);
extern int iswxdigit(wint_t c);
extern wint_t towlower(wint_t c);
extern wint_t towupper(wint_t c);
#endif
