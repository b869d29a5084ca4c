package language_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
)

// The system's own headers are read where they are (-I /usr/include): the 40 most used ones together.
func TestSystemHeaders(t *testing.T) {
	if _, err := os.Stat("/usr/include/features.h"); err != nil {
		t.Skip("there are no headers of glibc")
	}
	include := []string{"/usr/include"}
	if more, _ := filepath.Glob("/usr/include/*/bits/types.h"); len(more) > 0 {
		include = append(include, filepath.Dir(filepath.Dir(more[0])))
	}
	var b strings.Builder
	for h := range strings.FieldsSeq(`assert ctype errno fcntl fenv float inttypes limits locale math setjmp signal stdarg stdbool
		stddef stdint stdio stdlib string strings time unistd wchar wctype pthread dirent getopt grp pwd netdb poll regex sched
		semaphore termios dlfcn sys/types sys/stat sys/time sys/socket sys/mman sys/wait sys/ioctl sys/resource sys/select
		netinet/in arpa/inet`) {
		fmt.Fprintf(&b, "#include <%s.h>\n", h)
	}
	b.WriteString(`int main(void) {
	struct stat s;
	struct addrinfo a;
	a.ai_flags = 1;
	s.st_size = 2;
	if (a.ai_flags + s.st_size != 3 || INT_MAX < 0 || EOF >= 0 || isdigit('x') || strlen("four") != 4)
		return 1 / (a.ai_flags - 1);
	return 0;
}
`)
	r, err := whet.Verify(t.Context(), whet.Text("headers.c", []byte(b.String())), whet.Options{Include: include})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != whet.Safe {
		t.Errorf("%s: %s %v", r.Verdict, r.Reason, r.Notes)
	}
}
