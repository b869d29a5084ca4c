package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// A function that is never declared returns int in C89. Its name may promise another type, as nondet_uint does. The
// author of
//
//	unsigned x = nondet_uint() % 10;
//
// intended 0 to 9, and tools that know the name read it so, but in C the values start at -9. A proof covers both
// readings. A bug rests on a value that both readings have: one that is not negative.

// readBothWays gives the result res of f an Approx value where the two readings differ, so that no bug rests on it. It
// does nothing if f is not such a function.
func (l *funcLowerer) readBothWays(f *lang.Func, res *cfa.Var, pos lang.Pos) {
	if !misnamed(f) {
		return
	}
	same, other := l.newLoc(pos), l.newLoc(pos)
	l.test(cfa.MkBinary(cfa.Ge, res, cfa.ConstInt(0)), same, other, pos)
	l.cur = other
	l.noteOnce(pos, f.Name+", which is not declared", "C takes its result for an int")
	l.emit(&cfa.Havoc{LHS: res, From: &cfa.Input{Kind: cfa.Approx, Name: f.Name, Range: res.Range, Pos: pos, CType: "int"}}, pos)
	l.jump(same, pos)
	l.cur = same
}

// misnamed reports whether the function f returns int because it is not declared, although its name promises another
// type.
func misnamed(f *lang.Func) bool {
	_, typ, ok := strings.Cut(f.Name, "nondet_")
	t := f.Type.Elem
	return ok && promised[typ] && f.Type.NoProto && t.Kind == lang.Integer && t.Signed && t.Bits == 32
}

// promised are the types in names of input functions, except int and the types whose values int contains.
var promised = map[string]bool{
	"uint": true, "unsigned": true, "unsigned_int": true, "u32": true, "uint32": true, "uint32_t": true,
	"long": true, "ulong": true, "unsigned_long": true, "longlong": true, "ulonglong": true, "long_long": true, "unsigned_long_long": true,
	"size_t": true, "ssize_t": true, "s64": true, "u64": true, "int64_t": true, "uint64_t": true,
	"float": true, "double": true, "pointer": true,
}
