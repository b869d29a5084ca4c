// Statements, scopes and labels.
typedef int T;
int g;
static int twice(x, y) int x; char y; { return x + y; }
int vla(int n, int m[n][n + 1])
{
	int a[n + 1], b[2][n];
	typedef char row[n];
	row r;
	a[0] = sizeof a + sizeof b[0] + sizeof m[0] + sizeof(row) + sizeof(int[n][2]);
	return a[0] + b[1][0] + m[1][2] + r[0];
}
int sw(int x)
{
	switch (x) {
	case 1:
	case 2 ... 4:
		g = 1;
	default:
		g = 2;
		break;
	case 'a':
		do { if (g) continue; break; } while (g--);
	}
	return g;
}
int jumps(int n)
{
	void *to[] = {&&one, &&two};
	goto *to[n];
one:
	n++;
	{
		__label__ here;
		if (n > 3) goto here;
		n = 2;
	here:;
	}
	{
		__label__ here;
		goto here;
	here:
		n--;
	}
two:
	return n;
}
int loops(void)
{
	int s = 0;
	for (int i = 0, *p = &i; i < 3; i++, s++) {
		T T = *p;
		extern int g;
		int twice(int, char);
		s += T + g;
	}
	for (;;) {
		if (s) break;
	}
	while (s > 0) s--;
	return s;
}
int asms(int a)
{
	int r, q = 2;
	asm volatile("mov %1, %0" : "=r"(r), "+m"(q) : "r"(a), [in] "i"(3) : "memory", "cc");
	return r;
}
int main(void)
{
	int m[2][3] = {{0}};
	{
		int g = 3;
		{ extern int g; g = 4; }
		g++;
	}
	undeclared(1, 'c');
	return twice(1, 2) + vla(2, m) + sw(1) + jumps(1) + loops() + asms(1);
}
int undeclared(int a, char b) { return a; }
