// The table of contracts.

package small

// What holds by C11, POSIX, or the man page of glibc. If both verdicts are listed, some runs do it and others do not.
func init() {
	contracts = []contract{
		{name: "library: getchar", text: `
#include <stdio.h>
int $c = «getchar()|fgetc(stdin)|getc(stdin)»;
!safe $c < -1 || $c > 255
!unsafe $c == -1
!unsafe $c == 255 - @k
!safe $c != -1 && (unsigned char)$c != $c`},
		{name: "library: rand", text: `
#include <stdlib.h>
int $r = rand();
int $d = $r % 6 + 1;
!safe $r < 0
!safe $d < 1 || $d > 6
!safe $d == «0|7|-3»
!unsafe $d == «1|4|6»
!unsafe $r == 0`},
		{name: "library: fgets", text: `
#include <stdio.h>
#include <string.h>
char $b[8] = "zzzzzzz";
char *$p = fgets($b, «sizeof $b|5», stdin);
!safe $p && strlen($b) > 7
!safe $p && $p != $b
!unsafe !$p
!unsafe $p && $b[1] == 0`},
		{name: "library: length of printf", text: `
#include <stdio.h>
int $r = printf("%d", «7|12|345»);
!safe $r > 3
!unsafe $r > 0
!unsafe $r < 0`},
		{name: "library: snprintf ends with a null", text: `
#include <stdio.h>
#include <string.h>
char $b[4];
int $r = snprintf($b, sizeof $b, "%d", 123456);
!safe $r >= 0 && strlen($b) > 3
!unsafe strlen($b) == 3`},
		{name: "library: time", text: `
#include <time.h>
time_t $t;
time_t $r = time(&$t);
!safe $r != $t
!unsafe $r == 12345`},
		{name: "library: read", text: `
#include <unistd.h>
char $b[8];
long $r = read(0, $b, «4|8»);
!safe $r > 8 || $r < -1
!unsafe $r == 3
!unsafe $r == -1
!unsafe $r == 1 && $b[0] == 'x'`},
		{name: "library: fread", text: `
#include <stdio.h>
char $b[8];
unsigned long $r = fread($b, 1, 5, stdin);
!safe $r > 5
!unsafe $r == 5
!unsafe $r == 0`},
		{name: "library: errno", text: `
#include <errno.h>
errno = 3;
int $e = errno;
!safe $e != 3
!unsafe $e == 3
!safe errno != 3`},
		{name: "library: isnan", text: `
#include <math.h>
double $d = «1.5|(double)@e»;
!safe isnan($d) && $d == $d
!safe isinf($d) && isnan($d)`},
		{name: "library: strcoll", text: `
#include <string.h>
#include <locale.h>
setlocale(LC_ALL, "");
int $r = strcoll("a", "b");
!unsafe $r < 0`},
		{name: "library: strtol", text: `
#include <stdlib.h>
char $s[] = "12x", *$e;
long $v = strtol($s, &$e, 10);
!safe $v != 12
!safe *$e != 'x'
!unsafe $v == 12 && $e == $s + 2
!safe $e == $s`},
		{name: "library: getenv", text: `
#include <stdlib.h>
char *$p = getenv("HOME");
!unsafe $p == 0
!unsafe $p && *$p == '/'`},
		{name: "library: abs and div", text: `
#include <stdlib.h>
int $a = abs(-@k); div_t $d = div(@k + 10, 4);
!safe $a < 0
!safe $d.quot * 4 + $d.rem < 10
!unsafe $d.rem < 4 && $a >= 0`},
		{name: "library: fork", text: `
#include <unistd.h>
int $p = fork();
!safe $p < -1
!unsafe $p == -1
!unsafe $p == 0`},
		{name: "library: memmem and strcasestr", text: `
#define _GNU_SOURCE
#include <string.h>
char $b[8] = "abcABC";
char *$p = «memmem($b, 6, "cA", 2)|strcasestr($b, "CA")»;
if ($p) *$p = 'y';
!unsafe $b[2] == 'y'
!safe $b[0] != 'a'`},
		{name: "library: strtod moves the end", text: `
#include <stdlib.h>
^struct $S { const char *next; double v; };
^static void $t(struct $S *s) { s->v = strtod(s->next, (char **)&s->next); }
struct $S $s; $s.next = "1+"; const char *$o = $s.next;
$t(&$s);
!safe $s.next == $o
!unsafe $s.next == $o + 1`},
		{name: "extern: function returns any value", text: `
^int $f(int);
int $r = $f(@k);
!unsafe $r == @k
!unsafe $r < -100000`},
		{name: "extern: function changes what it is given", text: `
^void $f(int *p);
^struct $S { int *p; };
^void $g(struct $S *s);
int $x = 3; struct $S $s = { &$x };
«$f(&$x)|$g(&$s)»;
!unsafe $x == 4
!unsafe $x == 3`},
		{name: "extern: pointer from outside", text: `
^int $x = @k;
^int *$f(int **);
int *$p = &$x;
int *$q = $f(&$p);
if ($q) *$q = 77;
!unsafe $x == 77`},
		{name: "extern: struct with a pointer", text: `
^struct $S { int n; int *p; };
^struct $S $f(struct $S);
static int $x;
struct $S $s = { 1, &$x };
struct $S $t = $f($s);
!unsafe $t.n == 5
!unsafe $x == 6`},
		{name: "arguments: argv", text: `
^static int $f(int argc, char **argv) { return argc; }
int $r = $f(1, 0);
!safe $r != 1`},
		{name: "call-back: atexit by exit", text: `
#include <stdlib.h>
^static void $f(void) { reach_error(); }
atexit($f);
~exit(0);
!unsafe `},
		{name: "call-back: at_quick_exit", text: `
#include <stdlib.h>
^static void $f(void) { reach_error(); }
at_quick_exit($f);
«quick_exit(0)|quick_exit(@k)»;
!unsafe `},
		{name: "call-back: not by _Exit", text: `
#include <stdlib.h>
^static void $f(void) { reach_error(); }
atexit($f);
_Exit(0);
!safe `},
		{name: "call-back: qsort_r", text: `
#define _GNU_SOURCE
#include <stdlib.h>
^static int $c(const void *a, const void *b, void *x) { ++*(int *)x; return 0; }
int $n = 0, $v[3] = { 3, 1, 2 };
qsort_r($v, 3, sizeof(int), $c, &$n);
!unsafe $n > 0`},
		{name: "call-back: bsearch is called", text: `
#include <stdlib.h>
^static int $n;
^static int $c(const void *a, const void *b) { $n = 1; return 0; }
int $v[1] = { 3 }, $k = 3;
bsearch(&$k, $v, 1, sizeof(int), $c);
!unsafe $n == 1`},
		{name: "call-back: lfind and tsearch", text: `
#include <search.h>
^static int $n;
^static int $c(const void *a, const void *b) { $n = 1; return 0; }
int $v[1] = { 3 }, $k = 3; size_t $l = 1; void *$r = 0;
«lfind(&$k, $v, &$l, sizeof(int), $c)|(tsearch(&$k, &$r, $c), tfind(&$k, &$r, $c))»;
!unsafe $n == 1`},
		{name: "call-back: pthread_once", text: `
#include <pthread.h>
^static int $n;
^static void $f(void) { $n++; }
static pthread_once_t $o = PTHREAD_ONCE_INIT;
pthread_once(&$o, $f); pthread_once(&$o, $f);
!unsafe $n == 1
!safe $n > 1`},
		{name: "call-back: pthread_cleanup_push", text: `
#include <pthread.h>
^static int $n;
^static void $f(void *p) { $n = *(int *)p; }
int $x = 3;
pthread_cleanup_push($f, &$x);
pthread_cleanup_pop(1);
!unsafe $n == 3`},
		{name: "threads: joined", text: `
#include <pthread.h>
^static int $c;
^static void *$w(void *a) { $c++; return 0; }
pthread_t $t;
if (pthread_create(&$t, 0, $w, 0)) return 1;
if (pthread_join($t, 0)) return 1;
!safe $c != 1
!unsafe $c == 1`},
		{name: "threads: under a mutex", text: `
#include <pthread.h>
^static pthread_mutex_t $m = PTHREAD_MUTEX_INITIALIZER;
^static int $c;
^static void *$w(void *a) { pthread_mutex_lock(&$m); $c = 1; pthread_mutex_unlock(&$m); return 0; }
pthread_t $t;
if (pthread_create(&$t, 0, $w, 0)) return 1;
pthread_mutex_lock(&$m); int $d = $c; pthread_mutex_unlock(&$m);
if (pthread_join($t, 0)) return 1;
!unsafe $d == 1
!unsafe $d == 0
!safe $c != 1`},
		{name: "signals: raise", text: `
#include <signal.h>
^static volatile sig_atomic_t $n;
^static void $h(int s) { $n = s; }
if (signal(SIGUSR1, $h) == SIG_ERR) return 1;
raise(SIGUSR1);
!safe $n != SIGUSR1
!unsafe $n == SIGUSR1`},
		{name: "signals: sigaction", text: `
#include <signal.h>
#include <string.h>
^static volatile sig_atomic_t $n;
^static void $h(int s) { $n = 1; }
struct sigaction $a; memset(&$a, 0, sizeof $a); $a.sa_handler = $h;
if (sigaction(SIGUSR1, &$a, 0)) return 1;
raise(SIGUSR1);
!safe $n != 1
!unsafe $n == 1`},
		{name: "setjmp: comes back", text: `
#include <setjmp.h>
^static jmp_buf $b;
^static int $x;
^static void $f(void) { $x = 1; longjmp($b, 2); }
int $r = setjmp($b);
if ($r == 0) { $x = 5; $f(); $x = 9; }
!safe $x != 1
!safe $r != 2
!unsafe $x == 1
!unsafe $r == 2`},
		{name: "setjmp: in a loop", text: `
#include <setjmp.h>
^static jmp_buf $b;
static int $n;
setjmp($b);
if (++$n < 3) longjmp($b, 1);
!safe $n != 3
!unsafe $n == 3`},
		{name: "contexts: getcontext", text: `
#include <ucontext.h>
static ucontext_t $u; static volatile int $n;
getcontext(&$u);
if ($n++ == 0) setcontext(&$u);
!unsafe $n == 2`},
		{name: "assembly: writes", text: `
int $x = 1;
__asm__ volatile ("movl $7, %0" : "=r" ($x));
!unsafe $x == 7`},
		{name: "assembly: at file scope", text: `
^extern int $g;
^__asm__ (".data\n.globl $g\n$g: .long 5\n.text\n");
!unsafe $g == 5`},
		{name: "attributes: scalar_storage_order", text: `
^struct __attribute__((scalar_storage_order("big-endian"))) $S { int x; };
struct $S $s; $s.x = 1;
!unsafe ((char *)&$s)[3] == 1
!safe ((char *)&$s)[0] == 1`},
		{name: "attributes: ms_struct", text: `
^struct __attribute__((ms_struct)) $S { char a : 1; int b : 1; };
!unsafe sizeof(struct $S) == 8
!safe sizeof(struct $S) == 4`},
		{name: "attributes: init_array", text: `
^static int $n;
^static void $f(void) { $n = 1; }
^static void (*const $p)(void) __attribute__((section(".init_array"), used)) = $f;
!unsafe $n == 1
!safe $n != 1`},
		{name: "null: read under bounds", text: `
long *$p = 0;
!safe $p != 0
!unsafe $p == 0`},
	}
}
