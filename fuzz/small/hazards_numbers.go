// Hazards for the rules about arithmetic and conversions.

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

	hazardous("float-conversion",
		idiom{name: "to char", text: `
@F $d = @9 * «40|16.0f|15.9|-16.1»; «signed char|unsigned char» $c = «$d|($d - 1)»;
= $c`},
		idiom{name: "to int", text: `
@F $d = @9 * «0x1p28f|268435455.9|-0x1p28 - 0.13|1e9f»;
= (int)$d & 7`},
		idiom{name: "to unsigned", text: `
@F $d = «(int)@4 - 1|(int)@9 * -0.2f|@9 * 0x1p29|-0.99f + (@F)@e»; unsigned $u = $d;
= (int)($u & 7)`},
		idiom{name: "to wide integers", text: `
@F $d = @9 * «0x1p60|0x1p61f|-0x1p60|-0x1.8p60»;
= (int)((«long long|unsigned long long»)$d >> 60)`},
		idiom{name: "NaN and infinity", text: `
@F $z = @2, $d = «$z|1» / $z;
= (short)$d & 1`},
		idiom{name: "tested", text: `
@F $d = @f;
= $d «>|>=» -2147483648.0 && $d «<|<=» 2147483648.0 ? (int)$d & 3 : 1`},
		idiom{name: "compound assignment", text: `
signed char $c = @9; $c «*=|+=|-=» «15.9f|16.0|-14.5|120.5f|136.9»;
= $c & 7`},
		idiom{name: "between floating types is none", text: `
double $d = @e * 1e300; float $f = (float)$d;
= $f > 1`})
}
