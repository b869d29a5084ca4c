// Characters in the C locale. All but isascii and toascii are for those of unsigned char, and EOF (C11 7.4p1).
#define CHARACTER(c) __whet_require(c >= -1 && c <= 255);

int isdigit(int c) { CHARACTER(c) return c >= '0' && c <= '9'; }
int islower(int c) { CHARACTER(c) return c >= 'a' && c <= 'z'; }
int isupper(int c) { CHARACTER(c) return c >= 'A' && c <= 'Z'; }
int isalpha(int c) { CHARACTER(c) return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; }
int isalnum(int c) { CHARACTER(c) return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; }
int isxdigit(int c) { CHARACTER(c) return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'; }
int isblank(int c) { CHARACTER(c) return c == ' ' || c == '\t'; }
int isspace(int c) { CHARACTER(c) return c == ' ' || c >= '\t' && c <= '\r'; }
int iscntrl(int c) { CHARACTER(c) return c >= 0 && c < 32 || c == 127; }
int isprint(int c) { CHARACTER(c) return c >= 32 && c < 127; }
int isgraph(int c) { CHARACTER(c) return c > 32 && c < 127; }
int ispunct(int c)
{
	CHARACTER(c)
	return c > 32 && c < 127 && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z');
}
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }
int tolower(int c) { CHARACTER(c) return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int toupper(int c) { CHARACTER(c) return c >= 'a' && c <= 'z' ? c - 32 : c; }
