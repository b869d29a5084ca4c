package small

// Hazards of arithmetic.
func init() {
	hazardous("overflow",
		idiom{name: "sum", text: `
int $a = @e; $a «+=|-=» «@e|2147483647|1000000000»;
= $a & 7`},
		idiom{name: "product", text: `
int $a = @e;
= ($a * «@e|65536|40000») & 3`},
		idiom{name: "negated", text: `
int $a = @b ? «(-2147483647 - 1)|2147483647» : @e;
= -$a & 3`},
		idiom{name: "quotient", text: `
int $a = @b ? (-2147483647 - 1) : @e, $c = (int)@3 - 1;
= $c ? ($a «/|%» $c) & 3 : 0`},
		idiom{name: "step", text: `
int $a = 2147483647 - (int)@3; «$a++;|++$a;|$a += 2;»
= $a & 1`},
		idiom{name: "small types", text: `
signed char $c = (signed char)@e; short $s = (short)@e; $c++; $s += 30000; unsigned short $u = 65535; $u «+=|*=» $u;
= $c + $s + $u`},
		idiom{name: "long", text: `
long long $a = 4611686018427387904LL; $a += $a - «@2|1 + @2|2»;
= (int)($a & 1)`},
		idiom{name: "loop", text: `
int $s = 1; for (unsigned $i = 0; $i < @9 + 25; $i++) $s «*= 2|+= 100000000»;
= $s & 1`},
		idiom{name: "unsigned is none", text: `
unsigned $a = (unsigned)@e; $a = $a * 4000000000u + 5u;
= (int)($a & 3)`})

	hazardous("division",
		idiom{name: "quotient", text: `
int $a = @k, $c = @e;
= ($a + 1) «/|%» $c`},
		idiom{name: "tested", text: `
int $c = @e;
= $c «!=|>|>=» 0 ? 100 / $c : 1`},
		idiom{name: "unsigned", text: `
unsigned $a = @3, $c = 7; $c «/=|%=» $a;
= (int)$c`},
		idiom{name: "loop", text: `
int $s = 0; for (int $i = 3; $i >«|=» (int)@2; $i--) $s += 6 / $i;
= $s`})

	hazardous("shift",
		idiom{name: "amount", text: `
int $a = 1; unsigned $s = @9 * «3|4|5»;
= ($a << $s) & 1`},
		idiom{name: "negative amount", text: `
int $s = (int)@3 - 1;
= 64 >> $s`},
		idiom{name: "of a negative number", text: `
int $a = (int)@4 - «0|1»;
= ($a << 2) & 7`},
		idiom{name: "too far", text: `
int $a = (int)@9 + 1; $a <<= «27|28|29»;
= $a & 1`},
		idiom{name: "to the right", text: `
int $a = @e;
= ($a >> «31|@9 * 4») & 1`},
		idiom{name: "unsigned", text: `
unsigned $a = (unsigned)@e;
= (int)(($a << «31|@9 * 4») & 1)`},
		idiom{name: "long", text: `
long long $a = 1;
= (int)(($a << (@9 * 8)) & 1)`})

	hazardous("unsigned-overflow",
		idiom{name: "sum", text: `
unsigned $a = @4; $a += «4294967290u|4294967295u»;
= (int)($a & 1)`},
		idiom{name: "difference", text: `
unsigned $a = @4, $c = @3; $a = $a - $c;
= (int)($a & 1)`},
		idiom{name: "product", text: `
unsigned $a = @9;
= (int)($a * 536870912u & 1)`},
		idiom{name: "down to zero", text: `
unsigned $i = @3; $i--;
= (int)($i & 1)`})

	hazardous("conversion",
		idiom{name: "to char", text: `
signed char $c = @9 * 20;
= $c`},
		idiom{name: "to unsigned", text: `
int $a = (int)@4 - 1; unsigned $u = $a;
= (int)($u & 1)`},
		idiom{name: "cast is none", text: `
int $a = @e; unsigned char $c = (unsigned char)$a;
= $c`},
		idiom{name: "to short", text: `
int $a = @9 * 5000; short $s = $a;
= $s`},
		idiom{name: "argument", text: `
^static int $f(unsigned char c) { return c; }
= $f((int)@9 * 40)`})
}
