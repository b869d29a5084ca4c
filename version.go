package whet

import (
	"runtime/debug"
	"strings"
)

// number is the version of the sources.
const number = "0.1.0-dev"

// Version is the version of this build: that of the module where it was built as one, else of
// the sources with the revision that they were built from, where that is known.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return number
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == "github.com/whet-mc/whet" && strings.HasPrefix(m.Version, "v") && !strings.HasPrefix(m.Version, "v0.0.0-") {
			return strings.TrimPrefix(m.Version, "v")
		}
	}
	rev, dirty := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			rev = s.Value
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "+"
			}
		}
	}
	if len(rev) > 12 {
		rev = rev[:12]
	}
	if rev == "" {
		return number
	}
	return number + "-" + rev + dirty
}
