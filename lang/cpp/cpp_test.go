package cpp

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// expand is the text of a program behind the preprocessor, without white space that says nothing.
func expand(text string, headers map[string]string) (string, *Result, error) {
	r, err := Expand([]Input{{Name: "first", Text: []byte("#define __STDC__ 1\n")}, {Name: "dir/x.c", Text: []byte(text)}}, Config{
		Open: func(path string) ([]byte, bool) {
			s, ok := headers[path]
			return []byte(s), ok
		},
		Quote: []string{"", "sys"}, Angle: []string{"sys", "sys2"},
		HasBuiltin: func(n string) bool { return n == "__builtin_known" },
		Embed: func(path string) ([]byte, bool) {
			s, ok := map[string]string{"dir/a.bin": "A\x00\xff", "dir/none.bin": ""}[path]
			return []byte(s), ok
		},
		Limit: 1 << 20, MaxText: 1 << 24,
	})
	if err != nil {
		return "", nil, err
	}
	return strings.Join(strings.Fields(string(r.Text)), " "), r, nil
}

var headers = map[string]string{
	"dir/a.h":    "#pragma once\nint a;\n",
	"sys/b.h":    "int b;\n#include_next <b.h>\n",
	"sys2/b.h":   "int b2;\n",
	"dir/once.h": "#ifndef H\n#define H\nint once;\n#endif\n",
}

func TestExpand(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// C11 6.10.3.5, examples 3 to 7.
		{`#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };`,
			`f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1); f(2 * (2+(3,4)- 0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1); int i[] = { 1, 23, 4, 5, }; char c[2][6] = { "hello", "" };`},
		{`#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2); fputs(str(strncmp("abc\0d", "abc", '\4') == 0) str(: @\n), s);
xstr(INCFILE(2).h) glue(HIGH, LOW); xglue(HIGH, LOW)`, "unusual"},
		{"#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\nchar p[] = join(x, y);", `char p[] = "x ## y" ;`},
		{"#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };", "int j[] = { 123, 45, 67, 89, 10, 11, 12, };"},
		// The rest of the arguments.
		{"#define e(f, ...) p(f, ## __VA_ARGS__)\n#define n(f, a...) p(f, ## a)\ne(1); e(1, 2, 3); n(1); n(1, x);", "p(1); p(1, 2, 3); p(1); p(1, x);"},
		{"#define v(...) #__VA_ARGS__\nv(a,  b) v()", `"a, b" ""`},
		// A name of the program in the middle of its own expansion.
		{"#define a a b\n#define b a\na", "a a"},
		// Tokens that must not run together.
		{"#define m -\n#define e\n-m x-e-y +m", "- - x- -y + -"},
		// Conditions.
		{"#if 1 || 1 / 0\nyes\n#elif 1\nno\n#else\nno\n#endif", "yes"},
		{"#if 0\n'#else\n#if 1\nno\n#endif /* \n#else\nno */\n#elif -1 > 0u && 07 == 7 && 0x10L == 16 && 'a' < 'b' && '\\377' < 0\nyes\n#else\nno\n#endif", "yes"},
		{"#define d defined(x)\n#if d || defined y\nno\n#else\nyes\n#endif", "yes"},
		{"#define has(x) __has_builtin(__builtin_##x)\n#if has(known) && !has(other) && __has_include(<b.h>) && !__has_include(\"c.h\")\nyes\n#endif", "yes"},
		// Headers.
		{"#include \"a.h\"\n#include \"a.h\"\n#include <b.h>\n#define N \"once.h\"\n#include N\n#include \"once.h\"\nend", "int a; int b; int b2; int once; end"},
		// Directives inside of a call, pragmas, lines that go on.
		{"#define f(x, y) x y\nf(1,\n#ifdef no\n2\n#else\n3\n#endif\n)\n#pragma pack(1)\nnext", "1 3 #pragma pack(1) next"},
		{"#define m(x) \\\n x +\\\n  1\nm(2) \"a\\\nb\"", "2 + 1 \"ab\""},
		{"#define m 1\n#pragma push_macro(\"m\")\n#undef m\nm\n#pragma pop_macro(\"m\")\nm", "m 1"},
		{"# 12 \"x.h\"\n#ident \"x\"\nx __LINE__ __FILE__", `x 13 "x.h"`},
		{"#define __STDC__ 7\n__STDC__", "1"},
		// Left to others.
		{"#error no", "unusual"},
		{"#if 1 / 0\n#endif", "unusual"},
		{"#if 1\n", "unusual"},
		{"#define f(x) x\nf(1", "unusual"},
		{"#define f(x) x\nf(1, 2)", "unusual"},
		{"#define f(x) x\nf\n#define g\n(1)", "unusual"},
		{"#define f(x) x ## -\nf(1)", "unusual"},
		{"__COUNTER__ __COUNTER__", "0 1"},
		{"#line 7\n__LINE__\n#line 3 \"y\"\n__LINE__ __FILE__", "7 3 \"y\""},
		{"#ifdef a\nno\n#elifdef __STDC__\nyes\n#else\nno\n#endif\n#ifdef a\n#elifndef __STDC__\nno\n#elifndef b\nyes\n#endif", "yes yes"},
		{"#if 0\n#hello\n#elifdef\n#endif", "unusual"},
		{"#if 0\n#hello\n#if 0\n#elifdef\n#endif\n#endif\nyes", "yes"},
		{"#hello", "unusual"},
		{"# +", "unusual"},
		{"#embed \"a.bin\"", "65, 0, 255"},
		{"#embed \"a.bin\" limit(1 + 1) prefix(x,) suffix(, y)", "x, 65, 0, y"},
		{"#embed \"none.bin\" if_empty(7) prefix(x)\n#embed \"none.bin\"\nz", "7 z"},
		{"#if __has_embed(\"a.bin\") == 1 && __has_embed(\"none.bin\") == 2 && !__has_embed(\"x.bin\")\nyes\n#endif", "yes"},
		{"#embed \"x.bin\"", "unusual"},
		{"#embed \"a.bin\" other(1)", "unusual"},
		{"[[nodiscard]] int f([[maybe_unused]] int x);", "int f(int x);"},
		{"[[noreturn]] void f(void); struct [[gnu::packed]] s;", "_Noreturn void f(void); struct __attribute__((packed)) s;"},
		{"int x [[gnu::aligned(8)]] = 1, a[b[1]];", "int x __attribute__((aligned( 8))) = 1, a[b[1]];"},
		{"int [[gnu::aligned(8)]] x;", "unusual"},
		{"[[other]] int x;", "unusual"},
		{"_Static_assert(f(1, 2)); _Static_assert(1, \"a\");", "_Static_assert(f(1, 2),\"\"); _Static_assert(1, \"a\");"},
		{"_Pragma(\"x\")", "unusual"},
		{"#include \"missing.h\"", "unusual"},
		{"/* ", "unusual"},
		{"in\\\nt x;", "unusual"},
	} {
		got, _, err := expand(c.text, headers)
		var u *Unusual
		if errors.As(err, &u) {
			got = "unusual"
		}
		if compact(got) != compact(c.want) {
			t.Errorf("%s\n gives %s (%v)\n  want %s", c.text, got, err, c.want)
		}
	}
}

// compact takes out white space, but for that between words.
func compact(s string) string {
	for _, p := range strings.Split("( ) [ ] { } , ; + * = | & ^ ~ %", " ") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, " "+p, p), p+" ", p)
	}
	return s
}

// Every token is where it stands, those of an expansion where its name stands.
func TestPlaces(t *testing.T) {
	_, r, err := expand("#include \"a.h\"\n#define two(x) x\\\n  x\nint   b = /* */ two(three) + c;\n\ttwo(4)", headers)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := 0; i < len(r.Text); i++ {
		c := r.Text[i]
		if c == ' ' || c == '\n' || i > 0 && r.Text[i-1] != ' ' && r.Text[i-1] != '\n' && c != ';' {
			continue
		}
		p := r.Place(i)
		word, _, _ := strings.Cut(strings.Fields(string(r.Text[i:]))[0], ";")
		got = append(got, fmt.Sprintf("%s %s:%d:%d", word, r.Files[p.File], p.Line, p.Col))
	}
	want := "int dir/a.h:2:1, a dir/a.h:2:5,  dir/a.h:2:6, int dir/x.c:4:1, b dir/x.c:4:7, = dir/x.c:4:9, three dir/x.c:4:17, three dir/x.c:4:17, " +
		"+ dir/x.c:4:28, c dir/x.c:4:30,  dir/x.c:4:31, 4 dir/x.c:5:2, 4 dir/x.c:5:2"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("%s\nwant %s", s, want)
	}
}

// What macros double again and again is bounded.
func TestBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("#define m0 x x\n")
	for i := range 40 {
		fmt.Fprintf(&b, "#define m%d m%d m%d\n", i+1, i, i)
	}
	b.WriteString("m40\n")
	if _, _, err := expand(b.String(), nil); err == nil {
		t.Error("two to the 40 tokens")
	}
}
