package library

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// realCalls are calls of functions that the table describes by contract, whose effects do no harm. A
// to F is memory of 1024 bytes, handed over as the argument of that number; r is a file that is read,
// "\xff" and "q", w one that is written. Numbers behind the call are arguments that a range is of.
var realCalls = []struct {
	call string
	arg  map[int]int64
}{
	{`fgetc(r)`, nil}, {`getc(r)`, nil}, {`fgetc(r)`, nil}, {`feof(r)`, nil}, {`ferror(r)`, nil}, {`fileno(r)`, nil}, {`ungetc(200, r)`, nil},
	{`rewind(r)`, nil}, {`fseek(r, 1, 0)`, nil}, {`fseek(r, -5, 0)`, nil}, {`ftell(r)`, nil}, {`fgetpos(r, B)`, nil}, {`clearerr(r)`, nil},
	{`fputc(255, w)`, nil}, {`putc(0, w)`, nil}, {`fputc(1, r)`, nil}, {`fputs("ab", w)`, nil}, {`fputs("ab", r)`, nil}, {`fprintf(w, "%d", 5)`, nil}, {`fprintf(r, "x")`, nil},
	{`fwrite(A, 1, 5, w)`, map[int]int64{3: 5}}, {`fwrite(A, 3, 5, r)`, map[int]int64{3: 5}}, {`fflush(w)`, nil}, {`fwide(w, 0)`, nil}, {`setlinebuf(w)`, nil},
	{`fopen("/nowhere/x", "r")`, nil}, {`fopen("/", "r")`, nil}, {`tmpfile()`, nil}, {`remove("/nowhere/x")`, nil}, {`rename("/nowhere/x", "/nowhere/y")`, nil},
	{`sscanf("5.5 x", "%f %c", C, D)`, nil}, {`fscanf(r, "%*c%c%d", C, D)`, nil}, {`vsnprintf(A, 4, "abcdefgh", list)`, nil}, {`vsprintf(A, "abc", list)`, nil}, {`dprintf(-1, "x")`, nil},
	{`clock()`, nil}, {`mktime(zero(A))`, nil}, {`timegm(zero(A))`, nil}, {`gmtime(zero(A))`, nil}, {`localtime(zero(A))`, nil}, {`gmtime_r(zero(A), B)`, nil}, {`localtime_r(zero(A), B)`, nil},
	{`asctime_r(gmtime(&moment), B)`, nil}, {`ctime_r(zero(A), B)`, nil}, {`strftime(A, 20, "%Y", gmtime(&moment))`, nil}, {`strftime(A, 2, "%Y", gmtime(&moment))`, nil}, {`timespec_get(A, 1)`, nil},
	{`gettimeofday(A, 0)`, nil}, {`clock_gettime(0, B)`, nil}, {`clock_gettime(99, B)`, nil}, {`clock_getres(0, B)`, nil}, {`nanosleep(zero(A), B)`, nil}, {`sleep(0)`, map[int]int64{1: 0}}, {`usleep(0)`, nil}, {`times(A)`, nil},
	{`getpid()`, nil}, {`getppid()`, nil}, {`getuid()`, nil}, {`getpgid(0)`, nil}, {`getpgid(-9)`, nil}, {`access("/", 0)`, nil}, {`access("/nowhere", 0)`, nil}, {`chdir("/nowhere")`, nil}, {`mkdir("/nowhere/x", 0)`, nil},
	{`stat("/", B)`, nil}, {`stat("/nowhere", B)`, nil}, {`fstat(1, B)`, nil}, {`readlink("/nowhere", B, 9)`, map[int]int64{3: 9}}, {`isatty(0)`, nil},
	{`open("/nowhere/x", 0)`, nil}, {`close(999)`, nil}, {`dup(999)`, nil}, {`lseek(999, 0, 0)`, nil}, {`write(999, B, 3)`, map[int]int64{3: 3}}, {`pipe(A)`, nil}, {`poll(A, 0, 0)`, nil}, {`fsync(999)`, nil}, {`umask(18)`, nil},
	{`sysconf(30)`, nil}, {`sysconf(-5)`, nil}, {`getpagesize()`, nil}, {`gethostname(A, 999)`, nil}, {`uname(A)`, nil}, {`getrlimit(7, B)`, nil}, {`getrusage(0, B)`, nil}, {`sched_yield()`, nil},
	{`wait(A)`, nil}, {`waitpid(-1, B, 1)`, nil}, {`socket(-1, -1, -1)`, nil}, {`listen(-1, 1)`, nil}, {`connect(-1, B, 16)`, nil}, {`getsockname(-1, B, C)`, nil},
	{`inet_aton("1.2.3.4", B)`, nil}, {`inet_addr("1.2.3.4")`, nil}, {`inet_pton(2, "1.2.3.4", C)`, nil}, {`inet_ntop(2, zero(B), C, 20)`, nil}, {`inet_ntop(2, zero(B), C, 2)`, nil},
	{`rand_r(A)`, nil}, {`lrand48()`, nil}, {`mrand48()`, nil}, {`nrand48(A)`, nil}, {`jrand48(A)`, nil}, {`getrandom(A, 8, 0)`, map[int]int64{2: 8}}, {`getentropy(A, 8)`, nil}, {`system(0)`, nil},
	{`mblen("a", 1)`, nil}, {`mbtowc(A, "a", 1)`, nil}, {`wctomb(A, 'a')`, nil}, {`mbstowcs(A, "ab", 5)`, nil}, {`wcstombs(A, L"ab", 5)`, nil}, {`btowc('a')`, nil}, {`wctob('a')`, nil}, {`wcwidth('a')`, nil}, {`mbrtowc(A, "a", 1, zero(D))`, nil},
	{`wctype("alpha")`, nil}, {`wcscoll(L"a", L"b")`, nil}, {`wcstol(L"12x", B, 10)`, nil}, {`__xpg_strerror_r(2, B, 40)`, nil}, {`__xpg_strerror_r(2, B, 3)`, nil},
	{`localeconv()`, nil}, {`nl_langinfo(14)`, nil}, {`regcomp(A, "a*", 0)`, nil}, {`regcomp(A, "[", 0)`, nil}, {`fnmatch("a*", "ab", 0)`, nil}, {`glob("/nowhere/*", 0, 0, D)`, nil},
	{`opendir("/nowhere")`, nil}, {`mkstemp(strcpy(A, "/nowhere/XXXXXX"))`, nil}, {`isnan(2.0)`, nil}, {`remquo(7, 2, C)`, nil}, {`malloc_usable_size(0)`, nil},
}

const realPrelude = `
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <fenv.h>
#include <fnmatch.h>
#include <glob.h>
#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <poll.h>
#include <regex.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
extern int __xpg_strerror_r(int, char *, size_t);
static _Alignas(16) char memory[6][1024], before[6][1024];
#define A ((void *)memory[0])
#define B ((void *)memory[1])
#define C ((void *)memory[2])
#define D ((void *)memory[3])
static time_t moment;
static FILE *r, *w;
static void *zero(void *p) { memset(p, 0, 1024); memset(before[((char *)p - memory[0]) / 1024], 0, 1024); return p; }
static void tell(int k, long long result, const void *p)
{
	printf("\n=%d %lld %d", k, result, p == 0 ? 0 : (const char *)p >= memory[0] && (const char *)p < memory[6] ? 1 + (int)(((const char *)p - memory[0]) / 1024) : -1);
	for (int i = 0; i < 6; i++)
		printf(" %d", memcmp(memory[i], before[i], 1024) != 0);
}
#define FRESH memset(memory, 'z', sizeof memory); memset(before, 'z', sizeof before);
static void calls(int k, ...)
{
	va_list list;
	va_start(list, k);
	w = fopen("/dev/null", "w");
	r = fmemopen(strdup("\xffq"), 2, "r");
`

// What real functions return and change, the rows allow.
func TestRealCalls(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	var src strings.Builder
	src.WriteString(realPrelude)
	for k, c := range realCalls {
		name, _, _ := strings.Cut(c.call, "(")
		rows := Rows(name)
		if len(rows) == 0 || rows[0].Kind != Contract {
			t.Errorf("%s has no contract", name)
			continue
		}
		switch rows[0].Shape[0] {
		case 'i':
			fmt.Fprintf(&src, "\t{ FRESH long long n = %s; tell(%d, n, 0); }\n", c.call, k)
		case 'p':
			fmt.Fprintf(&src, "\t{ FRESH const void *p = %s; tell(%d, 0, p); }\n", c.call, k)
		default:
			fmt.Fprintf(&src, "\t{ FRESH %s; tell(%d, 0, 0); }\n", c.call, k)
		}
	}
	src.WriteString("}\nint main(void) { calls(1, 2, 3); puts(\"\"); return 0; }\n")
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "r.c"), filepath.Join(dir, "r")
	if err := os.WriteFile(file, []byte(src.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-fno-builtin", file, "-o", exe, "-lm").CombinedOutput(); err != nil {
		t.Skipf("this library does not have all functions: %.2000s", out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for line := range bytes.Lines(out) {
		var k, into int
		var n int64
		var changed [6]int
		if _, err := fmt.Sscanf(string(line), "=%d %d %d %d %d %d %d %d %d", &k, &n, &into, &changed[0], &changed[1], &changed[2], &changed[3], &changed[4], &changed[5]); err != nil {
			continue
		}
		told++
		name, _, _ := strings.Cut(realCalls[k].call, "(")
		f := Rows(name)[0]
		allows(t, f, realCalls[k].call, realCalls[k].arg, n, into)
		for i, was := range changed {
			if was == 1 && !f.Writes(i+1) {
				t.Errorf("%s changes argument %d", realCalls[k].call, i+1)
			}
		}
	}
	if told != len(realCalls) {
		t.Errorf("%d of %d calls are told of", told, len(realCalls))
	}
}

// allows reports a result that the row does not allow: the number n, or a pointer, which is null
// (into 0), into an argument, or to somewhere else (-1).
func allows(t *testing.T, f *Function, call string, arg map[int]int64, n int64, into int) {
	t.Helper()
	bound := func(b Bound) int64 {
		if b.Arg == 0 {
			return b.Value
		}
		v, ok := arg[b.Arg]
		if !ok {
			t.Errorf("%s: what is argument %d?", call, b.Arg)
		}
		return v
	}
	r := f.Result
	switch f.Shape[0] {
	case 'i':
		if r.Lo.Set && n < bound(r.Lo) || r.Hi.Set && n > bound(r.Hi) {
			t.Errorf("%s returns %d", call, n)
		}
	case 'p':
		ok := into == 0
		switch r.From {
		case Handle, Static:
			ok = into <= 0
		case Argument, Inside:
			ok = ok || into == r.Of
		}
		if !ok {
			t.Errorf("%s returns a pointer into argument %d", call, into)
		}
	}
}
