package fuzz

// More common patterns of C programs.

// moreIdioms continues idiom: pointers inside of objects, layout, and the library.
func (g *gen) moreIdioms(n int, e func() string, a, b, i, j string) {
	switch g.n(15) {
	case 0: // array of pointers
		g.line("int %s = %s, %s = %s, *%s[3] = { &%s, &%s };", a, e(), b, e(), i, a, b)
		g.line("%s[2] = %s ? %s[0] : %s[1];", i, e(), i, i)
		g.line("*%s[2] += 5; *%s[(unsigned int)%s %% 3u] ^= 3;", i, i, e())
		g.line("mix(%s); mix(%s); mix(%s[2] == &%s);", a, b, i, a)
	case 1: // pointer in a record, copied with it
		t := pick(g, []*ctype{tInt, tShort, tUChar})
		g.line("%s %s[%d] = { %s };", t.name, a, n, e())
		g.line("struct { %s *at; int n; } %s = { %s, %d }, %s = %s;", t.name, b, a, n, i, b)
		g.line("%s.at += %d; %s.n--;", i, n-1, i)
		g.line("*%s.at = %s; %s.at[0] -= 2;", i, e(), b)
		g.line("for (; %s.n > 0; %s.n--) mix(*%s.at++);", b, b, b)
		g.line("mix(%s.n + (%s.at - %s.at));", i, b, i)
	case 2: // results through pointers
		g.line("int %s = %s, %s = 0, *%s = 0;", a, e(), b, i)
		g.line("int **%s = &%s;", j, i)
		g.line("if (!*%s) *%s = %s ? &%s : &%s;", j, j, e(), a, b)
		g.line("**%s = %s; *%s += 7;", j, e(), i)
		g.line("mix(%s * 3 + %s);", a, b)
	case 3: // record with a function pointer
		if f := g.common(); f != nil && g.affordable(2*f.cost) {
			g.line("struct { int (*op)(int, int); int arg; } %s[2] = { { %s, %s }, { .op = %s } };", a, f.name, e(), f.name)
			g.line("mix(%s[0].op(1, %s[0].arg)); mix((%s + 1)->op(%s, 2));", a, a, a, e())
		}
	case 4: // record through bytes and back
		t := pick(g, g.records)
		g.line("unsigned char %s[sizeof(%s)];", a, t.name)
		g.line("%s %s = %s, %s;", t.name, b, g.init(t), i)
		g.line("memcpy(%s, &%s, sizeof %s);", a, b, a)
		g.line("memcpy(&%s, %s, sizeof %s);", i, a, i)
		g.mixPath(i, t)
	case 5: // from a member to its record
		g.line("struct { short pre; int mid[2]; char post; } %s = { %s, { %s }, %s }, *%s;", a, e(), e(), e(), b)
		g.line("int *%s = &%s.mid[1];", i, a)
		g.line("%s = (void *)((char *)(%s - 1) - (sizeof(int)));", b, i)
		g.line("%s->mid[1] = %s; mix(%s->pre); mix(%s.mid[1] + %s->post);", b, e(), b, a, b)
	case 6: // layout that is not the usual one
		g.line("struct __attribute__((packed)) { char c; int i; short s; } %s = { %s, %s, %s };", a, e(), e(), e())
		g.line("struct { char c; long long l __attribute__((aligned(16))); char d; } %s = { 1, %s, 2 };", b, e())
		g.line("%s.s += %s.i; mix(%s.s); mix(%s.c + sizeof %s); mix(%s.l + sizeof %s);", a, a, a, a, a, b, b)
	case 7: // flexible array member
		g.line("struct { int n; short v[]; } *%s = malloc(sizeof *%s + %d * sizeof(short));", a, a, n)
		g.line("if (!%s) exit(0);", a)
		g.line("%s->n = %d;", a, n)
		g.line("for (int %s = 0; %s < %s->n; %s++) %s->v[%s] = %s - %s;", i, i, a, i, a, i, e(), i)
		g.line("mix(%s->v[%s->n - 1] + sizeof *%s); mix(%s->v[0]);", a, a, a, a)
	case 8: // strings and their library
		g.line("char %s[16] = \"ab\", %s[8];", a, b)
		g.line("strcpy(%s, %s); strcat(%s, \"cd\"); %s[1] = 'A' + (int)((unsigned int)%s %% 26u);", b, a, a, b, e())
		g.line("mix(strlen(%s)); mix(strcmp(%s, %s) < 0); mix(strncmp(%s, %s, 1)); mix(memcmp(%s, \"abcd\", 5) == 0);", a, a, b, a, b, a)
		g.line("mix(strchr(%s, 'c') ? strchr(%s, 'c') - %s : -1);", a, a, a)
	case 9: // builtins
		g.line("unsigned int %s = %s;", a, e())
		g.line("mix(__builtin_popcount(%s)); mix(%s ? __builtin_clz(%s) : 0); mix(%s ? __builtin_ctz(%s) : 0);", a, a, a, a, a)
		g.line("mix(__builtin_bswap32(%s)); mix(__builtin_parity(%s)); mix(__builtin_expect(%s > 5, 1)); mix(abs((int)(%s >> 1)));", a, a, a, a)
	case 10: // computed goto
		g.line("static void *%s[] = { &&%s_0, &&%s_1, &&%s_2 };", a, a, a, a)
		g.line("int %s = 0;", b)
		g.line("goto *%s[(unsigned int)%s %% 3u];", a, e())
		g.line("%s_0: %s += 1;", a, b)
		g.line("%s_1: %s += 10;", a, b)
		g.line("%s_2: %s += 100;", a, b)
		g.line("mix(%s);", b)
	case 11: // one buffer, read and written at several widths
		g.line("unsigned int %s[2] = { %s, %s };", a, e(), e())
		g.line("unsigned char *%s = (unsigned char *)%s;", b, a)
		g.line("*(unsigned short *)(%s + 2) = %s; %s[5]++;", b, e(), b)
		g.line("mix(%s[0]); mix(%s[1]); mix(*(short *)(%s + 4)); mix(*(unsigned long long *)%s);", a, a, b, a)
	case 12: // loops that walk backwards, and negative indexes
		g.line("long %s[%d], *%s = %s + %d;", a, n, b, a, n)
		g.line("while (%s != %s) *--%s = %s;", b, a, b, e())
		g.line("%s += %d; mix(%s[-1]); mix(*(%s - %d)); mix(%s > %s);", b, n, b, b, n, b, a)
	case 13: // arrays of records, by pointer, swapped by value
		t := pick(g, g.records)
		g.line("%s %s[2] = { %s, %s }, *%s = %s, *%s = &%s[1];", t.name, a, g.init(t), g.init(t), i, a, j, a)
		g.line("{ %s t = *%s; *%s++ = *%s; *%s-- = t; }", t.name, i, i, j, j)
		g.line("mix(%s - %s);", i, j)
		g.mixPath(a+"[0]", t)
		g.mixPath(a+"[1]", t)
	default: // types from expressions, and wide switches
		g.line("__typeof__(%s + 0) %s = %s;", e(), a, e())
		g.line("mix(%s); mix(sizeof %s); mix(_Generic(%s, int: 1, unsigned int: 2, long: 3, unsigned long: 4, default: 5));", a, a, a)
		g.line("switch ((long long)%s) { case -1: mix(1); case 0x100000000LL: mix(2); break; case 0: mix(3); default: mix(4); }", a)
	}
}

// common returns a function of two ints that returns an int, or nil.
func (g *gen) common() *function {
	var fs []*function
	for _, f := range g.funcs {
		if f.sig == "int(int,int," && !f.bounded {
			fs = append(fs, f)
		}
	}
	if len(fs) == 0 {
		return nil
	}
	return pick(g, fs)
}
