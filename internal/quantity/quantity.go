// Package quantity reads times and sizes in the syntax of the command line.
package quantity

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Duration is the value of --timeout: seconds, or a number with a unit (90s, 15m, 1h30m).
type Duration time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) error {
	s := string(text)
	if n, err := strconv.ParseFloat(s, 64); err == nil && n >= 0 && n < 1e9 {
		*d = Duration(n * float64(time.Second))
		return nil
	}
	t, err := time.ParseDuration(s)
	if err != nil || t < 0 {
		return fmt.Errorf("%q is not a time: write seconds, or a number with a unit, like 90s or 15m", s)
	}
	*d = Duration(t)
	return nil
}

// Size is the value of --memory: megabytes, or a number with a unit (500M, 4G).
type Size uint64

// UnmarshalText implements encoding.TextUnmarshaler. Units are powers of 1024.
func (z *Size) UnmarshalText(text []byte) error {
	s := strings.ToUpper(strings.TrimSpace(string(text)))
	num, unit := s, uint64(1<<20)
	for _, u := range []struct {
		suffix string
		bytes  uint64
	}{
		{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"KB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30},
		{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"B", 1},
	} {
		if rest, ok := strings.CutSuffix(s, u.suffix); ok {
			num, unit = strings.TrimSpace(rest), u.bytes
			break
		}
	}
	n, err := strconv.ParseFloat(num, 64)
	if err != nil || n < 0 || math.IsNaN(n) || n*float64(unit) >= 1<<62 {
		return fmt.Errorf("%q is not a size: write megabytes, or a number with a unit, like 500M or 4G", string(text))
	}
	*z = Size(n * float64(unit))
	return nil
}
