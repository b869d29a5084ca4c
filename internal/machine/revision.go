package machine

import "runtime/debug"

// Revision is the revision of the sources that the program was built from, in twelve digits, with +
// where files were changed; "" where the build does not say.
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	rev, dirty := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			rev = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "+"
			}
		}
	}
	if rev == "" {
		return ""
	}
	return rev + dirty
}
