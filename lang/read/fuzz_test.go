package read

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
)

// fuzzSeeds are small programs around the corners of the language.
var fuzzSeeds = []string{
	"int main(void){return 0;}",
	"int main(){int a[3]={[1]=2,3};return a[1]+sizeof a;}",
	"struct s{int a:3,:0,b:4;char c[];}*p;int main(void){return p->a;}",
	"typedef struct{union{int i;char c[4];};}t;int main(void){t x={.c={1,2}};return x.i;}",
	"#define A(x) x##1\nint A(a);int main(void){return a1;}",
	"int f(n,m)int n;char m;{return n;}int main(void){return f(1,2);}",
	"int main(void){int n=3;int v[n][n];return sizeof v+({goto l;l:v[0][0];});}",
	"enum e{A=-1,B=1<<30}x;int main(void){switch(x){case A:case 1 ... 3:default:break;}return B;}",
	"extern int x[];int x[2];char*s=\"a\\x41\\n\"\"b\";int main(void){return*s+L'x';}",
	"#include <stdlib.h>\n#include <string.h>\nint main(void){char*p=malloc(3);memset(p,0,3);free(p);return strlen(p);}",
	"int main(void){__label__ a;a:;asm volatile(\"x\":\"=r\"(*(int*)0)::\"memory\");void*p=&&a;goto*p;}",
	"_Static_assert(sizeof(int)==4,\"\");int x __attribute__((packed,aligned(8),mode(DI)));int main(void){return _Generic(x,long:1,default:2);}",
	"#if defined X && (1?2:3)\n#elif 1\nint main(void){return __sync_fetch_and_add((int*)0,1);}\n#endif",
	"int main(void){return (struct{int a;}){1}.a+(int[]){1,2}[1]+__builtin_offsetof(struct{int a,b;},b);}",
	"int (*(*f(int a))[3])(void);int main(void){for(int i=0;;i++){do{if(i)continue;else break;}while(1);}}",
	"double d=1e3;float f=0x1p-3f;_Complex double z;int main(void){return d>f||__real__ z;}",
	"#pragma pack(push,1)\nstruct p{char a;int b;};\n#pragma pack(pop)\nint main(void){return sizeof(struct p);}",
}

func FuzzLoad(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add([]byte(s), false)
	}
	files, _ := filepath.Glob("testdata/*.c")
	for _, p := range files {
		b, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, true)
	}
	f.Fuzz(func(t *testing.T, src []byte, ilp32 bool) {
		opt := Options{}
		if ilp32 {
			opt.Model = lang.ILP32
		}
		u, err := LoadBytes("fuzz.c", src, opt)
		if err != nil {
			if e, ok := err.(*lang.Errors); !ok || len(e.List) == 0 {
				t.Fatalf("an error without diagnostics: %v", err)
			} else {
				for _, d := range e.List {
					if d.Msg == "" {
						t.Fatalf("an empty message: %#v", d)
					}
					if strings.Contains(d.Msg, "whet failed") {
						t.Fatal(d.Msg)
					}
				}
			}
			return
		}
		if err := Check(u); err != nil {
			t.Fatal(err)
		}
	})
}
