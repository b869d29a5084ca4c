package lang

import "strconv"

// packPragma follows #pragma pack: (n), (), (push), (push, n), (pop), with names in between ignored.
func (s *sources) packPragma(pos Pos, args []string) {
	cur := int64(0)
	if n := len(s.packs); n > 0 {
		cur = s.packs[n-1].pack
	}
	push, pop := false, false
	value := int64(-1)
	for _, a := range args {
		switch a {
		case "push":
			push = true
		case "pop":
			pop = true
		default:
			if n, err := strconv.ParseInt(a, 0, 32); err == nil {
				value = n
			}
		}
	}
	switch {
	case push:
		s.packStack = append(s.packStack, cur)
	case pop:
		cur = 0
		if n := len(s.packStack); n > 0 {
			cur = s.packStack[n-1]
			s.packStack = s.packStack[:n-1]
		}
	case value < 0:
		cur = 0 // #pragma pack()
	}
	if value >= 0 {
		cur = value
	}
	if cur < 0 || cur > 16 || cur&(cur-1) != 0 {
		return
	}
	s.packs = append(s.packs, packEvent{pos, cur})
}

// packAt is the value of #pragma pack for a record that ends at a place. Only pragmas of the same file count,
// those of included headers balance themselves.
func (s *sources) packAt(pos Pos) int64 {
	v := int64(0)
	for _, e := range s.packs {
		if e.pos.File == pos.File && e.pos.Line <= pos.Line {
			v = e.pack
		}
	}
	return v
}
