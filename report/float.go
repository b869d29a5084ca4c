package report

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// valueText writes a value: of a floating number, whose bits it is, as a constant of C.
func valueText(v num.Int, f fp.Format) string {
	if f == (fp.Format{}) {
		return v.String()
	}
	return f.Show(v)
}

// floatText is valueText, "" for other values.
func floatText(v num.Int, f fp.Format) string {
	if f == (fp.Format{}) {
		return ""
	}
	return f.Show(v)
}

// Text is the value as people write it.
func (in *Input) Text() string {
	if in.Float != "" {
		return in.Float
	}
	return in.Value.String()
}

// Text is the value as people write it.
func (c *Change) Text() string {
	if c.Float != "" {
		return c.Float
	}
	return c.Value.String()
}
