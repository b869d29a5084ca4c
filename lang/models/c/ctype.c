// Characters. All but isascii and toascii are for those of unsigned char, and EOF (C11 7.4p1). What is true is glibc's number. Above 127 it
// depends on the locale, but for digits.
#define CHARACTER(c, is) \
	__whet_require(c >= -1 && c <= 255); \
	if (c > 127 && !__whet_c_locale()) \
		return __whet_foreign(c, is);

int isdigit(int c) { __whet_require(c >= -1 && c <= 255); return c >= '0' && c <= '9' ? 2048 : 0; }
int islower(int c) { CHARACTER(c, 2) return c >= 'a' && c <= 'z' ? 512 : 0; }
int isupper(int c) { CHARACTER(c, 1) return c >= 'A' && c <= 'Z' ? 256 : 0; }
int isalpha(int c) { CHARACTER(c, 3) return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ? 1024 : 0; }
int isalnum(int c) { CHARACTER(c, 3) return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ? 8 : 0; }
int isxdigit(int c) { __whet_require(c >= -1 && c <= 255); return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' ? 4096 : 0; }
int isblank(int c) { CHARACTER(c, 0) return c == ' ' || c == '\t'; }
int isspace(int c) { CHARACTER(c, 0) return c == ' ' || c >= '\t' && c <= '\r' ? 8192 : 0; }
int iscntrl(int c) { CHARACTER(c, 4) return c >= 0 && c < 32 || c == 127 ? 2 : 0; }
int isprint(int c) { CHARACTER(c, 3) return c >= 32 && c < 127 ? 16384 : 0; }
int isgraph(int c) { CHARACTER(c, 3) return c > 32 && c < 127 ? 32768 : 0; }
int ispunct(int c)
{
	CHARACTER(c, 0)
	return c > 32 && c < 127 && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') ? 4 : 0;
}
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }

#define LETTER(c, small) \
	__whet_require(c >= -1 && c <= 255); \
	if (c > 127 && !__whet_c_locale()) \
		return __whet_foreign_case(c, small, 255);

int tolower(int c) { LETTER(c, 1) return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int toupper(int c) { LETTER(c, 0) return c >= 'a' && c <= 'z' ? c - 32 : c; }
