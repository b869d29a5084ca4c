package histories

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/whet-mc/whet/tools/histories"
)

// Figures as CSV.

// columns are the columns of the figures that -csv writes and -from reads.
var columns = []string{"history", "version", "kind", "expected", "without", "with", "cpu without", "cpu with", "wall without", "wall with", "title"}

// figures returns the line of a version.
func (p pair) figures(history string) []string {
	s := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
	v := p.version
	return []string{history, strconv.Itoa(v.Number), string(v.Kind), expected(v), p.without.verdict, p.with.verdict,
		s(p.without.cpu), s(p.with.cpu), s(p.without.wall), s(p.with.wall), v.Title}
}

// earlier reads the figures of an earlier measurement, without versions that have changed since.
func earlier(file string, list []*histories.History) ([]result, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = len(columns)
	lines, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	type key struct{ history, version, title string }
	known := map[key]pair{}
	for i, l := range lines {
		if i == 0 {
			continue
		}
		var p pair
		for k, to := range map[int]*time.Duration{6: &p.without.cpu, 7: &p.with.cpu, 8: &p.without.wall, 9: &p.with.wall} {
			if *to, err = time.ParseDuration(l[k] + "s"); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
			}
		}
		p.without.verdict, p.with.verdict = l[4], l[5]
		known[key{l[0], l[1], l[10]}] = p
	}
	var results []result
	for _, h := range list {
		one := result{name: h.Name}
		for _, v := range h.Versions {
			if p, ok := known[key{h.Name, strconv.Itoa(v.Number), v.Title}]; ok {
				p.version = v
				one.pairs = append(one.pairs, p)
			}
		}
		if len(one.pairs) > 0 {
			results = append(results, one)
		}
	}
	return results, nil
}
