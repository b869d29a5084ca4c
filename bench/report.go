// Names of report files, and links to them.

package bench

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// ReportFile returns the name of a task's report in the folder dir: at the same relative place as the task in the
// folder of tasks, or, for a task elsewhere, under a unique name.
func ReportFile(dir string, t Task) string {
	name := filepath.FromSlash(t.Name)
	if !filepath.IsLocal(name) {
		sum := sha256.Sum256([]byte(t.Name))
		name = filepath.Join("elsewhere", fmt.Sprintf("%x-%s", sum[:6], filepath.Base(name)))
	}
	return filepath.Join(dir, name+".html")
}

// LinkTo returns a link from the page to the report of a task in the folder dir, or "" if there is no such file.
func LinkTo(page, dir string, t Task) string {
	file := ReportFile(dir, t)
	if st, err := os.Stat(file); err != nil || !st.Mode().IsRegular() {
		return ""
	}
	from, err := filepath.Abs(filepath.Dir(page))
	if err != nil {
		return ""
	}
	if file, err = filepath.Abs(file); err != nil {
		return ""
	}
	rel, err := filepath.Rel(from, file)
	if err != nil {
		return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
	}
	return (&url.URL{Path: filepath.ToSlash(rel)}).String()
}
