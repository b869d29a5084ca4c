// What setlocale has chosen. In other locales than C the models know ISO 8859-1, which a program may find itself in.

// Characters: those of the C locale, of ISO 8859-1, or others. The rest: 1 where it may not be the C locale's.
static int __whet_characters, __whet_foreign_rest;

static char __whet_locale_name[4096];

char *setlocale(int category, const char *name)
{
	if (name) {
		int c;
		__whet_string(name);
		c = name[0] == 'C' && !name[1] || name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' && name[4] == 'X' && !name[5];
		if (category < 0 || category > 12)
			return 0;
		if (!c && !__whet_choice())
			return 0;
		if (category == 0 || category == 6)
			__whet_characters = c ? 0 : __whet_input(0, 2);
		if (category != 0)
			__whet_foreign_rest = !c || category != 6 && __whet_foreign_rest;
	}
	if (!__whet_characters && !__whet_foreign_rest)
		return "C";
	__whet_computed_bytes(__whet_locale_name, sizeof __whet_locale_name - 1);
	return __whet_locale_name;
}

// 1 where what does not depend on characters alone is surely the C locale's.
static int __whet_c_rest(void)
{
	return __whet_c_locale() || !__whet_other_locale() && !__whet_characters && !__whet_foreign_rest;
}

// A property of a character above 127: is says whether capital letters have it (1), small ones (2), control characters (4).
static int __whet_foreign(int c, int is)
{
	if (__whet_other_locale())
		return __whet_computed(0, 1);
	if (!__whet_characters)
		return 0;
	if (__whet_characters != 1 || c > 255 || c >= 0xa0 && c < 0xc0 || c == 0xd7 || c == 0xf7)
		return __whet_computed(0, 1);
	if (c < 0xa0)
		return (is & 4) != 0;
	return (is & (c < 0xdf ? 1 : 2)) != 0;
}

// The letter that belongs to a character above 127, small or capital.
static int __whet_foreign_case(int c, int small, int most)
{
	if (__whet_other_locale())
		return __whet_computed(0, most);
	if (!__whet_characters)
		return c;
	if (__whet_characters != 1 || c > 255 || c >= 0xa0 && c < 0xc0 || c == 0xd7 || c == 0xf7 || c == 0xdf || c == 0xff)
		return __whet_computed(0, most);
	if (c < 0xa0)
		return c;
	return small ? c | 0x20 : c & ~0x20;
}
