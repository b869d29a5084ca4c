package fuzz

// Common patterns of C programs.

// idiom writes one of the patterns that are common in C programs but unlikely in random statements: lists, dynamic
// memory, bytes of objects, strings, sorting, variable-length arrays.
func (g *gen) idiom() {
	n := 2 + g.n(5)
	if !g.affordable(6 * n) {
		return
	}
	a, b, i, j := g.name("m"), g.name("m"), g.name("i"), g.name("j")
	e := func() string { return g.pure(2).s }
	g.open("")
	defer g.shut("")
	switch k := g.n(28); {
	case k < 6:
		g.memoryIdiom(k, n, e, a, b, i, j)
	case k < 13:
		g.localIdiom(k, n, e, a, b, i, j)
	default:
		g.moreIdioms(n, e, a, b, i, j)
	}
}

// memoryIdiom writes an idiom about dynamic memory or bytes. The names a, b, i and j are unused, and e makes
// expressions.
func (g *gen) memoryIdiom(k, n int, e func() string, a, b, i, j string) {
	switch k {
	case 0: // dynamic array
		t := g.intType()
		g.line("%s *%s = malloc(%d * sizeof(%s));", t.name, a, n, t.name)
		g.line("if (!%s) exit(0);", a)
		g.line("for (int %s = 0; %s < %d; %s++) %s[%s] = %s + %s;", i, i, n, i, a, i, e(), i)
		v := g.declare(&variable{name: a, t: pointer(t), into: n, fixed: true})
		g.some(0)
		g.line("for (%s *%s = %s; %s != %s + %d; %s++) mix(*%s);", t.name, j, a, j, a, n, j, j)
		g.scopes[v.depth] = nil
		g.line("free(%s);", a)
	case 1: // list
		g.line("struct node *%s = 0;", a)
		g.line("for (int %s = 0; %s < %d; %s++) {", i, i, n, i)
		g.line("  struct node *%s = malloc(sizeof *%s);", b, b)
		g.line("  if (!%s) exit(0);", b)
		g.line("  %s->val = %s * %s;", b, e(), i)
		g.line("  %s->next = %s;", b, a)
		g.line("  %s = %s;", a, b)
		g.line("}")
		g.line("while (%s) {", a)
		g.line("  struct node *%s = %s->next;", b, a)
		g.line("  mix(%s->val);", a)
		g.line("  free(%s);", a)
		g.line("  %s = %s;", a, b)
		g.line("}")
	case 2: // zeroed memory for records
		t := pick(g, g.records)
		g.line("%s *%s = calloc(%d, sizeof *%s);", t.name, a, n, a)
		g.line("if (%s == 0) exit(0);", a)
		g.declare(&variable{name: a, t: pointer(t), into: n, fixed: true})
		g.some(0)
		g.line("%s[%d] = %s[0];", a, n-1, a)
		g.mixPath(a+"[1]", t)
	case 3: // the bytes of an integer, read
		t := pick(g, []*ctype{tInt, tUInt, tLL, tUShort})
		g.line("%s %s = %s;", t.name, a, e())
		g.line("const unsigned char *%s = (const unsigned char *)&%s;", b, a)
		g.line("for (unsigned %s = 0; %s < sizeof %s; %s++) mix(%s[%s]);", i, i, a, i, b, i)
	case 4: // the bytes of an integer, written
		t := pick(g, []*ctype{tInt, tUInt, tULL, tShort})
		g.line("%s %s = %s;", t.name, a, e())
		g.line("((unsigned char *)&%s)[%d] = %s;", a, g.n(t.bits/8), e())
		g.line("*((signed char *)&%s + %d) ^= %s;", a, g.n(t.bits/8), e())
		g.line("mix(%s);", a)
	case 5: // memset and memcpy of arrays
		t := pick(g, []*ctype{tInt, tUChar, tShort, tULL})
		g.line("%s %s[%d], %s[%d];", t.name, a, n, b, n)
		g.line("memset(%s, %s, sizeof %s);", a, e(), a)
		g.line("%s[%d] = %s;", a, g.n(n), e())
		g.line("memcpy(%s, %s, sizeof %s);", b, a, b)
		g.line("memmove(%s + 1, %s, %d * sizeof *%s);", b, b, n-1, b)
		g.line("for (int %s = 0; %s < %d; %s++) mix(%s[%s]);", i, i, n, i, b, i)
	}
}

// localIdiom writes an idiom about arrays and pointers in a function. The names a, b, i and j are unused, and e makes
// expressions.
func (g *gen) localIdiom(k, n int, e func() string, a, b, i, j string) {
	switch k {
	case 6: // bubble sort
		t := pick(g, []*ctype{tInt, tUInt, tSChar})
		g.line("%s %s[%d] = { %s, %s };", t.name, a, n, e(), e())
		g.line("for (int %s = 0; %s < %d; %s++)", i, i, n-1, i)
		g.line("  for (int %s = 0; %s < %d - %s; %s++)", j, j, n-1, i, j)
		g.line("    if (%s[%s] > %s[%s + 1]) { %s %s = %s[%s]; %s[%s] = %s[%s + 1]; %s[%s + 1] = %s; }", a, j, a, j, t.name, b, a, j, a, j, a, j, a, j, b)
		g.line("for (int %s = 0; %s < %d; %s++) mix(%s[%s]);", i, i, n, i, a, i)
	case 7: // string
		g.line("char %s[] = %s;", a, pick(g, []string{`"over" "lapping"`, `"a\tb\\"`, `"\x41\102C"`, `"x\0y"`}))
		g.line("%s[(unsigned int)%s %% (unsigned int)(sizeof %s - 1)] = %s;", a, e(), a, e())
		g.line("const char *%s = %s;", b, a)
		g.line("while (*%s) mix(*%s++);", b, b)
		g.line("mix(strlen(%s) + sizeof %s);", a, a)
	case 8: // exchange through pointers
		t := pick(g, []*ctype{tInt, tUChar, tLong})
		g.line("%s %s = %s, %s = %s;", t.name, a, e(), b, e())
		g.line("%s *%s = &%s, *%s = &%s, **%s_ = &%s;", t.name, i, a, j, b, i, i)
		g.line("if (%s) %s = %s;", e(), i, j)
		g.line("{ %s t = **%s_; *%s = *%s; *%s = t; }", t.name, i, i, j, j)
		g.line("mix(%s); mix(%s); mix(%s == %s);", a, b, i, j)
	case 9: // possibly null
		g.line("int %s = %s, *%s = %s ? &%s : 0;", a, e(), b, e(), a)
		g.line("if (%s && *%s > %d) mix(*%s); else if (!%s) mix(77); else *%s -= 3;", b, b, g.n(50), b, b, b)
		g.line("mix(%s);", a)
	case 10: // variable-length array
		g.line("int %s = 1 + (int)((unsigned int)%s %% %du);", j, e(), n)
		g.line("int %s[%s];", a, j)
		g.line("for (int %s = 0; %s < %s; %s++) %s[%s] = %s ^ %s;", i, i, j, i, a, i, e(), i)
		g.line("mix(%s[%s - 1] + sizeof %s / sizeof *%s);", a, j, a, a)
	case 11: // matrix and pointers to its rows
		g.line("short %s[%d][3] = { { %s }, { 1, %s } };", a, n, e(), e())
		g.line("short (*%s)[3] = %s;", b, a)
		g.line("for (int %s = 0; %s < %d; %s++, %s++) (*%s)[%s %% 3] += %s * 2, %s[0][2]--;", i, i, n, i, b, b, i, i, b)
		g.line("for (short *%s = &%s[0][0]; %s < &%s[0][0] + 3; %s++) mix(*%s);", j, a, j, a, j, j)
		g.line("mix(%s[%d][1]);", a, g.n(n))
	case 12: // statement expressions, nested initialisers, compound literals
		g.line("int %s = ({ int t = %s; t += %d; t * 2; });", a, e(), n)
		g.line("int *%s = (int[]){ %s, [2] = %s, %d };", b, a, e(), n)
		g.line("mix(%s[0] + %s[1] * 3 + %s[2] * 5 + %s[3]);", b, b, b, b)
		g.line("mix(%s ?: 9);", e())
	}
}
