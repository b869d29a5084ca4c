package parse

// The parser expects the type in typeof(…) to begin with its name. This file rewrites typeof(const char *) to
// typeof(char const *), which is the same type.

// typeofScan follows typeof(const …).
type typeofScan struct {
	state     int    // 0: outside, 1: after the word, 2: after '(' and qualifiers, 3: after struct
	qualifier string // the qualifiers that were removed
}

func (s *scanner) typeofWord(w []byte) {
	t := &s.typeof
	switch word := string(w); word {
	case "__typeof": // the preprocessor writes typeof_unqual as __typeof
		s.replace(s.i-1, "f__")
		s.typeof = typeofScan{state: 1}
	case "typeof", "__typeof__", "typeof_unqual":
		s.typeof = typeofScan{state: 1}
	case "const", "__const", "__const__", "volatile", "__volatile", "__volatile__":
		if t.state == 2 {
			s.blank(s.i - len(w))
			t.qualifier += " " + word
		}
	case "struct", "union", "enum":
		if t.state == 2 {
			t.state = 3
		}
	default:
		if t.state >= 2 && t.qualifier != "" {
			s.replace(s.i-1, string(w[len(w)-1])+t.qualifier+" ")
		}
		t.state = 0
	}
}

func (s *scanner) typeofPunct(c byte) {
	if s.typeof.state == 1 && c == '(' {
		s.typeof.state = 2
		return
	}
	s.typeof.state = 0
}
