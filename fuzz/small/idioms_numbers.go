// Idioms about numbers.

package small

// Numbers: conversions, shifts, widths, builtins; and claims about all cells of an array.
func init() {
	idioms = append(idioms, []idiom{
		{name: "numbers: conversions", text: `
@T $a = @e; @U $c = @e;
unsigned char $d = $a; signed char $f = $c;
= (int)($a < $c) + (int)($a + $c) * 2 + $d - $f + (-1 < (@T)1) + ((@U)-1 > 0)`},
		{name: "numbers: shifts", text: `
@T $a = @e; unsigned int $s = @9;
= (int)($a >> $s % 7) + (int)((unsigned)@e << $s) + (@e >> @5)`},
		{name: "numbers: division and remainder", text: `
int $a = @e, $b = @5 + 1;
= $a / $b * 10 + $a % $b + -$a / $b + (int)((unsigned)$a / 7u) + (int)((long long)$a * $b % 9)`},
		{name: "numbers: wrap around", text: `
«int|unsigned|short|unsigned char|signed char|long long» $a = @e;
$a «*=|+=|-=» «0x7fffffff|1000003|255|128»;
~$a++;
= (int)($a ^ $a >> 3)`},
		{name: "numbers: sign extension", text: `
int $a = @e; signed char $c = $a; unsigned short $u = $a; short $s = $u;
= ($c << 4) + ($s == $u) + (int)(unsigned char)$c + (int)((unsigned)$s >> 28) + (int)((long long)$c >> 33)`},
		{name: "numbers: Bool", text: `
_Bool $a = @e, $c = (_Bool)(@e & 6);
$a «+=|\|=|^=|-=» @e; $c++;
= $a * 2 + $c + !$a + ($c = 0.5)`},
		{name: "numbers: enumeration", text: `
^enum $E { $A = -2, $B, $C = 5, $D };
enum $E $v = @b ? $A : $D;
switch ($v) { case $A: $v = $B; break; case $D: $v++; default: ; }
= $v + (int)sizeof(enum $E) + @e`},
		{name: "numbers: builtins of bits", text: `
unsigned int $a = @e;
= __builtin_popcount($a) + ($a ? __builtin_clz($a) : 40) * 2 + ($a ? __builtin_ctz($a) : 40) + __builtin_parity($a) + __builtin_ffs($a)`},
		{name: "numbers: overflow builtins", text: `
@T $r; int $o = __builtin_«add|sub|mul»_overflow(@e, «@k * 100|@e», &$r);
= $o * 1000 + (int)$r`},
		{name: "numbers: expressions of statements and types", text: `
__typeof__(@e + 1LL) $a = ({ int $t = @e; $t * 2; });
= (int)$a + _Generic($a, int: 1, long: 2, long long: 3, default: 4) + (@e ?: 5)`},
		{name: "numbers: doubles", text: `
double $d = @e; float $f = (float)(@e & 255);
$d = $d * 2 + 1;
= (int)($f / 2) + ($d > 3) + ($d == $d) * 2`},
		{name: "numbers: volatile", text: `
volatile @T $v = @e; volatile int *$p = &(volatile int){ @e };
*$p += 2; $v++;
= (int)$v + *$p`},
		{name: "numbers: 128 bits", text: `
__int128 $w = (__int128)@e << 70;
unsigned __int128 $u = (unsigned __int128)-1 - (unsigned)@e;
= (int)($w >> 68) + (int)($u >> 100) + (int)$u`, only: "lp64"},
		{name: "numbers: complex and vectors", text: `
typedef int $V __attribute__((vector_size(8)));
$V $a = { @e, @k }, $c = { @e, @e };
$a = $a «+|-|*|&» $c;
= $a[0] + $a[1] * 3`},
		{name: "all: written by a loop", text: `
int $a[@n];
for (int $i = 0; $i < @n; $i++) $a[$i] = «$i + @k|@k|$i * 2|@e & 3»;
~$a[@2] «=|+=» @e;
ALL(%, j, 0, @n, $a[j] «>= 0|< 5|== j + 3|!= 2|<= 2 * j + @k»);
= $a[1]`},
		{name: "all: copied and changed", text: `
@T $a[@n], $c[@n];
for (int $i = 0; $i < @n; $i++) { $a[$i] = (@T)($i ^ @k); $c[$i] = $a[$i]; }
~$c[@2] = (@T)@e;
ALL(%, j, 0, @n, $a[j] == $c[j]);
= (int)$c[0]`},
		{name: "all: sorted", text: `
int $a[3] = { @e, @e, @k }, $t;
for (int $i = 0; $i < 2; $i++)
  for (int $j = 0; $j < «2|2 - $i|1»; $j++)
    if ($a[$j] > $a[$j + 1]) { $t = $a[$j]; $a[$j] = $a[$j + 1]; $a[$j + 1] = $t; }
ALL(%, j, 0, 2, $a[j] <= $a[j + 1]);
= $a[0]`},
		{name: "all: found the greatest", text: `
int $a[3] = { @e, @e, @e }, $m = $a[«0|1»];
for (int $i = 0; $i < 3; $i++) if ($a[$i] > $m) $m = $a[$i];
ALL(%, j, 0, 3, $a[j] <= $m);
= $m`},
		{name: "all: set by memset", text: `
#include <string.h>
unsigned char $a[@n];
memset($a, @e, sizeof $a);
~$a[1]++;
ALL(%, j, 0, @n, $a[j] == $a[0]);
= $a[0]`},
	}...)
}
