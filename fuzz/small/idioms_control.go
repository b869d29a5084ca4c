// Idioms about control flow.

package small

// Control: jumps, scopes, attributes that call something, recursion, ends of a run.
func init() {
	idioms = append(idioms, []idiom{
		{name: "cleanup: at the end of a scope", text: `
^static int $log;
^static void $c(int *p) { $log = $log * 3 + *p; }
$log = 1;
{ int $a __attribute__((cleanup($c))) = @e; int $b __attribute__((cleanup($c))) = @e; $a++; }
= $log`},
		{name: "cleanup: left by goto", text: `
^static int $log;
^static void $c(char **p) { $log += 7; }
^static void $d(int *p) { $log = $log * 2 + *p; }
$log = 0;
{
  __attribute__((cleanup($c))) char *$a = 0;
  if (@b) goto $out;
  int $b __attribute__((cleanup($d))) = @e;
  if (@b) goto $out;
  $log += 100;
}
$out: ;
= $log`},
		{name: "cleanup: left by return", text: `
^static int $log;
^static void $c(int *p) { $log += *p; }
^static int $f(int a) { int x __attribute__((cleanup($c))) = a; if (a > 1) return x + $log; { int y __attribute__((cleanup($c))) = 5; x = 3; if (a) return y; } return $log; }
$log = @k;
int $r = $f(@e);
= $r * 100 + $log`},
		{name: "cleanup: in a loop, with break and continue", text: `
^static int $log;
^static void $c(int *p) { $log = $log * 2 + *p; }
$log = 0;
for (int $i = 0; $i < 3; $i++) {
  int $a __attribute__((cleanup($c))) = $i;
  if ($i == @3) «break|continue»;
  $a += 4;
}
= $log`},
		{name: "cleanup: frees and nulls", text: `
#include <stdlib.h>
^static int $n;
^static void $c(int **p) { if (*p) { $n += **p; free(*p); *p = 0; } }
^static int $f(int a) { __attribute__((cleanup($c))) int *q = malloc(sizeof *q); if (!q) exit(0); *q = a; return *q + 1; }
$n = 0;
int $r = $f(@e);
~$r += $f($r);
= $r + $n * 2`},
		{name: "goto: into a block", text: `
int $a = @e, $b = 0;
if (@b) goto $in;
{ int $c; $b = 3; $c = $a; $b += $c;
$in: $c = @k; $b += $c; }
= $b`},
		{name: "goto: into a loop", text: `
int $i = 0, $s = 0;
if (@b) goto $mid;
for ($i = 1; $i < @n; $i++) {
  $s += 10;
$mid:
  $s += $i;
}
= $s`},
		{name: "goto: out of two loops", text: `
int $s = 0;
for (int $i = 0; $i < 3; $i++)
  for (int $j = 0; $j < 3; $j++) {
    if ($i * 3 + $j == @9) goto $out;
    $s++;
  }
$s = -1;
$out: ;
= $s`},
		{name: "goto: backwards", text: `
int $i = 0, $s = 0;
$top: $s = $s * 2 + @e; 
if (++$i < @n) goto $top;
= $s`},
		{name: "goto: out of the scope of a variable-length array", text: `
int $n = 1 + @3, $s = 0, $k = 0;
$again: ;
int $v[$n];
$v[$n - 1] = @e; $s += $v[$n - 1];
if ($k++ < 1) goto $again;
= $s`},
		{name: "goto: computed", text: `
static void *const $t[] = { &&$a, &&$b, &&$c };
int $s = 0;
goto *$t[@3];
$a: $s += 1;
$b: $s += 10; 
if ($s > 15) goto *$t[2];
$c: $s += 100;
= $s`},
		{name: "switch: falls through into a loop", text: `
int $s = 0, $n = @n;
switch (@3) {
  case 0: do { $s += 1;
  case 1: $s += 10;
  case 2: $s += 100; } while (--$n > 0);
}
= $s`},
		{name: "switch: declarations and defaults", text: `
int $s;
switch (@e) { int $t; case 1: $t = 3; $s = $t; break; default: $t = 4; $s = $t * 2; if (@b) break; case 2 ... 5: $s = 9; break; case -1: $s = 7; }
= $s`},
		{name: "recursion: with an array below", text: `
^static int $f(int d, int *up) { int a[2] = { d, 0 }; if (up) a[1] = *up; if (d <= 0) return a[1]; int r = $f(d - 1, &a[«0|1»]); return r * 2 + a[0]; }
= $f(@4, 0) + @e`},
		{name: "recursion: mutual", text: `
^static int $o(int n);
^static int $e(int n) { return n == 0 ? 1 : $o(n - 1); }
^static int $o(int n) { return n == 0 ? 0 : $e(n - 1); }
= $e(@6) * 2 + $o(@4)`},
		{name: "recursion: address of a parameter", text: `
^static void $f(int n, int *out) { if (n == 0) { *out += 1; return; } int l = *out; $f(n - 1, &l); *out = l + n; }
int $r = @e;
$f(@4, &$r);
= $r`},
		{name: "recursion: static local", text: `
^static int $f(int n) { static int depth = 0, most; if (++depth > most) most = depth; if (n > 0) $f(n - 1); depth--; return most; }
$f(@3);
= $f(@4) * 10`},
		{name: "constructor: sets a global", text: `
^static int $g = @k;
^__attribute__((constructor)) static void $init(void) { $g «=|+=» @k; }
~^__attribute__((constructor(200))) static void $init2(void) { $g *= 3; }
$g += @e;
= $g`},
		{name: "constructor: two of them", text: `
^static int $g;
^__attribute__((constructor(«210|190»))) static void $a(void) { $g = $g * 10 + 1; }
^__attribute__((constructor(200))) static void $b(void) { $g = $g * 10 + 2; }
= $g + @e`},
		{name: "destructor: sees what main left", text: `
^static int $g;
^__attribute__((destructor)) static void $d(void) { $g = $g * 2 + 1; @see($g); }
$g = @e;
~if (@b) $g = 5;
= $g`},
		{name: "destructor: after exit", text: `
#include <stdlib.h>
^static int $g = 1;
^__attribute__((destructor)) static void $d(void) { @see($g + 3); }
$g = @e;
if (@b) exit(«0|1»);
$g++;
= $g`},
		{name: "atexit: two of them", text: `
#include <stdlib.h>
^static int $g;
^static void $a(void) { $g = $g * 3 + 1; @see($g); }
^static void $b(void) { $g = $g * 3 + 2; }
$g = @e;
atexit($a); atexit($b);
~if (@b) exit(0);
= $g`},
		{name: "alias: of a function", text: `
^int $real(int x) { return x * 2 + @k; }
^int $al(int x) __attribute__((alias("$real")));
~^int $wk(int x) __attribute__((weak, alias("$real")));
= $al(@e) + $real(@e)`},
		{name: "alias: of a variable", text: `
^int $v = @k;
^extern int $w __attribute__((alias("$v")));
$w «=|+=» @e;
= $v * 2 + $w`},
		{name: "weak: defined and undefined", text: `
^__attribute__((weak)) int $w = @k;
^extern int $u __attribute__((weak));
^extern void $fu(void) __attribute__((weak));
= $w + (&$u == 0) * 10 + ($fu ? 100 : 200) + @e`},
		{name: "static: locals that stay", text: `
^static int $f(int a) { static int n = @k; static @T v[2] = { 1 }; v[n & 1] += a; return n++ + v[0]; }
$f(@e);
~$f(@e);
= $f(@e)`},
		{name: "order: conditions with effects", text: `
int $x = @e, $y = 0, $z;
$z = ($x++ > 0 && ($y = $x) > 1) || ($x += 3, $y < 2);
$y = $z ? $x-- : (--$x, $x * 2);
= $x * 3 + $y * 5 + $z`},
		{name: "exit: in a function, on some inputs", text: `
#include <stdlib.h>
^static int $f(int a) { if (a == 1) exit(«0|3»); return a + 1; }
= $f(@3)`},
		{name: "assume: in the middle", text: `
int $x = @e;
__VERIFIER_assume($x != @k);
= $x * 2`},
	}...)
}
