package bench

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// ReportFile is where in a folder of reports that of a task is: at the place that the task has in
// the folder of tasks, or, where that is elsewhere, under a name that no other has.
func ReportFile(dir string, t Task) string {
	name := filepath.FromSlash(t.Name)
	if !filepath.IsLocal(name) {
		sum := sha256.Sum256([]byte(t.Name))
		name = filepath.Join("elsewhere", fmt.Sprintf("%x-%s", sum[:6], filepath.Base(name)))
	}
	return filepath.Join(dir, name+".html")
}

// LinkTo makes a reference, from the page to the report of a task; "" where there is no such file.
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
