package papertable

import (
	"fmt"
	"os"
	"strings"
)

// Tables within pages.

// Update replaces the table in a page of the documentation, between two marks, which stay.
func Update(page, begin, end, table string) error {
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	now, err := Between(string(old), begin, end, table)
	if err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	return os.WriteFile(page, []byte(now), 0o644)
}

// Between replaces the table between the marks in a text.
func Between(text, begin, end, table string) (string, error) {
	before, rest, ok := strings.Cut(text, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return "", fmt.Errorf("no place for the table: %s … %s", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin + table + end + after, nil
}
