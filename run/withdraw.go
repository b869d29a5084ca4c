// Verdicts that unread ACSL annotations invalidate.

package run

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/report"
)

// Withdraw changes a verdict to Unknown if it depends on ACSL annotations that were not read: whet does not read all
// of ACSL, and the verdict must not hide this. A program with unchecked claims is not SAFE; a bug that was found
// while ignoring an assumption may not be a bug.
func Withdraw(u *lang.Unit, r *report.Result) {
	if u == nil || r.Verdict == report.Unknown {
		return
	}
	for _, c := range u.Unread() {
		if c.Claim != (r.Verdict == report.Safe) {
			continue
		}
		name := map[string]string{"assert": "assertion", "check": "check"}[c.Word]
		if name == "" {
			name = "clause '" + c.Word + "'"
		}
		was := "holds"
		if r.Verdict == report.Unsafe {
			was = "fails"
		}
		at := fmt.Sprintf("line %d", c.Pos.Line)
		if c.Pos.File != u.Entry.Pos.File {
			at = fmt.Sprintf("%s:%d", c.Pos.File, c.Pos.Line)
		}
		text := fmt.Sprintf("ACSL %s at %s is not supported", name, at)
		if p := c.Problem; p != nil {
			text += ": " + p.Msg
			if p.Pos.Line != c.Pos.Line {
				text += fmt.Sprintf(" (%s)", p.Pos)
			}
			if p.Hint != "" {
				r.Hints = append(r.Hints, p.Pos.String()+": "+p.Hint)
			}
		}
		r.Because(reason.New(reason.Unsupported, text).At(c.Pos))
		if len(r.Checked) > 0 {
			r.Hints = append(r.Hints, fmt.Sprintf("without the ACSL annotations the program %s: remove them to have that verdict", was))
		}
		r.Property, r.Stack, r.Inputs, r.Trace, r.Detail, r.Heap, r.Failures = nil, nil, nil, nil, nil, nil, nil
		return
	}
}
