// The revision of the sources.

package machine

import "runtime/debug"

// Revision returns the revision of the sources that the program was built from, in twelve digits, followed by + if
// files were changed. It returns "" if the build does not record it.
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
