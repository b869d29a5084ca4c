package histories

import (
	"fmt"
	"regexp"
	"strings"
)

// The edits of a script.

// A scanner reads the lines of a script.
type scanner struct {
	file  string
	lines []string
	at    int // the number of lines read
}

// next returns the next line that is neither empty nor a comment.
func (s *scanner) next() (string, bool) {
	for s.at < len(s.lines) {
		line := s.lines[s.at]
		s.at++
		if line != "" && !strings.HasPrefix(line, "#") {
			return line, true
		}
	}
	return "", false
}

// wrong returns an error at the line that was read last.
func (s *scanner) wrong(err error) error { return fmt.Errorf("%s:%d: %w", s.file, s.at, err) }

// until returns the lines before the next line that equals mark, as text.
func (s *scanner) until(mark string) (string, error) {
	begin := s.at
	for s.at < len(s.lines) {
		line := s.lines[s.at]
		s.at++
		switch {
		case line == mark:
			var b strings.Builder
			for _, l := range s.lines[begin : s.at-1] {
				b.WriteString(l + "\n")
			}
			return b.String(), nil
		case strings.HasPrefix(line, "== ") || line == "---" || line == "+++" || line == "===":
			return "", s.wrong(fmt.Errorf("%q where %q ends the lines of an edit", line, mark))
		}
	}
	return "", s.wrong(fmt.Errorf("no %q ends the lines of an edit", mark))
}

var (
	renaming = regexp.MustCompile(`^rename (\w+) to (\w+)(?: in (\w+))?$`)
	moving   = regexp.MustCompile(`^move (\w+) before (\w+)$`)
)

// edit applies the edit that begins with line.
func (s *scanner) edit(line, source string) (string, error) {
	if line == "---" {
		at := s.at
		from, err := s.until("+++")
		if err != nil {
			return "", err
		}
		to, err := s.until("===")
		if err != nil {
			return "", err
		}
		if source, err = replace(source, from, to); err != nil {
			err = fmt.Errorf("%s:%d: %w", s.file, at, err)
		}
		return source, err
	}
	var err error
	if m := renaming.FindStringSubmatch(line); m != nil {
		source, err = rename(source, m[1], m[2], m[3])
	} else if m := moving.FindStringSubmatch(line); m != nil {
		source, err = move(source, m[1], m[2])
	} else {
		err = fmt.Errorf("%q is no edit; there are ---, rename and move", line)
	}
	if err != nil {
		return "", s.wrong(err)
	}
	return source, nil
}

// replace replaces lines, which must occur exactly once in the text.
func replace(source, from, to string) (string, error) {
	if from == "" {
		return "", fmt.Errorf("no lines to replace")
	}
	place := -1
	for at := 0; ; {
		i := strings.Index(source[at:], from)
		if i < 0 {
			break
		}
		if i += at; i == 0 || source[i-1] == '\n' {
			if place >= 0 {
				return "", fmt.Errorf("the lines to replace stand in the text more than once, in lines %d and %d: %q", lineOf(source, place), lineOf(source, i), from)
			}
			place = i
		}
		at = i + 1
	}
	if place < 0 {
		return "", fmt.Errorf("the lines to replace are not in the text: %q", from)
	}
	return source[:place] + to + source[place+len(from):], nil
}

func lineOf(source string, at int) int { return strings.Count(source[:at], "\n") + 1 }

// rename renames an identifier. The new name must not occur in the same range. function is "" for the whole file.
func rename(source, from, to, function string) (string, error) {
	begin, end := 0, len(source)
	if function != "" {
		var err error
		if begin, end, err = definition(source, function); err != nil {
			return "", err
		}
	}
	part := source[begin:end]
	if regexp.MustCompile(`\b` + to + `\b`).MatchString(part) {
		return "", fmt.Errorf("there is a %s already", to)
	}
	changed := regexp.MustCompile(`\b`+from+`\b`).ReplaceAllString(part, to)
	if changed == part {
		return "", fmt.Errorf("there is no %s", from)
	}
	return source[:begin] + changed + source[end:], nil
}

// move moves the definition of a function before the definition of another one.
func move(source, function, before string) (string, error) {
	begin, end, err := definition(source, function)
	if err != nil {
		return "", err
	}
	text := source[begin:end]
	rest := source[:begin] + strings.TrimPrefix(source[end:], "\n")
	at, _, err := definition(rest, before)
	if err != nil {
		return "", err
	}
	return strings.TrimRight(rest[:at]+text+"\n"+rest[at:], "\n") + "\n", nil
}

// definition returns the range of the definition of a function, with the comment right above it.
func definition(source, function string) (begin, end int, err error) {
	head := regexp.MustCompile(`(?m)^\w[^;{}=\n]*\b` + function + `\([^;{}]*\)\n?\s*\{`)
	places := head.FindAllStringIndex(source, -1)
	if len(places) != 1 {
		return 0, 0, fmt.Errorf("%d definitions of %s", len(places), function)
	}
	begin = places[0][0]
	i := strings.Index(source[begin:], "\n}\n")
	if i < 0 {
		return 0, 0, fmt.Errorf("the definition of %s has no end", function)
	}
	end = begin + i + len("\n}\n")
	above := source[:begin]
	if strings.HasSuffix(above, "*/\n") {
		if c := strings.LastIndex(above, "/*"); c == 0 || c > 0 && above[c-1] == '\n' {
			begin = c
		}
	}
	return begin, end, nil
}
