#ifndef _WHET_CTYPE_H
#define _WHET_CTYPE_H
extern int isalnum(int c);
extern int isalpha(int c);
extern int isblank(int c);
extern int iscntrl(int c);
extern int isdigit(int c);
extern int isgraph(int c);
extern int islower(int c);
extern int isprint(int c);
extern int ispunct(int c);
extern int isspace(int c);
extern int isupper(int c);
extern int isxdigit(int c);
extern int isascii(int c);
extern int toascii(int c);
extern int tolower(int c);
extern int toupper(int c);
#ifndef __whet_locale_t
#define __whet_locale_t
typedef struct __locale_struct *locale_t;
#endif
extern int isalnum_l(int c, locale_t l);
extern int isalpha_l(int c, locale_t l);
extern int isblank_l(int c, locale_t l);
extern int iscntrl_l(int c, locale_t l);
extern int isdigit_l(int c, locale_t l);
extern int isgraph_l(int c, locale_t l);
extern int islower_l(int c, locale_t l);
extern int isprint_l(int c, locale_t l);
extern int ispunct_l(int c, locale_t l);
extern int isspace_l(int c, locale_t l);
extern int isupper_l(int c, locale_t l);
extern int isxdigit_l(int c, locale_t l);
extern int tolower_l(int c, locale_t l);
extern int toupper_l(int c, locale_t l);
#define _tolower(c) ((c) - 'A' + 'a')
#define _toupper(c) ((c) - 'a' + 'A')
#endif
