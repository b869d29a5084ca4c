package language_test

import (
	"context"
	"testing"
	"time"

	"github.com/whet-mc/whet"
)

// linkPrograms are programs in which attributes, pragmas, builtins or the ends of a run decide,
// with the verdict that is given. Where it is Unknown the program's truth is known, too, but not to
// the model: see SOUNDNESS.md.
var linkPrograms = []struct {
	want whet.Verdict
	src  string
}{
	{whet.Safe, `extern void reach_error(void); struct S { int x; } __attribute__((frob(1,2))); static int f(struct S*p){return p->x;} int h(void) __attribute__((frob)); int main(void){ return 0;}`},
	{whet.Unknown, `extern void reach_error(void); static void f(void){ reach_error(); } static void (*p)(void) __attribute__((section(".init_array"), used)) = f; int main(void){ return 0;}`},
	{whet.Safe, `extern void reach_error(void); static void f(void){ } static void (*p)(void) __attribute__((section(".mydata"), used)) = f; int main(void){ return 0;}`},
	{whet.Unknown, `extern void reach_error(void); static int real(void){return 3;} static int (*res(void))(void){return real;} int f(void) __attribute__((ifunc("res"))); int main(void){ if (f()==3) reach_error(); return 0;}`},
	{whet.Unknown, `extern void reach_error(void); extern int __start_tab[], __stop_tab[]; int a __attribute__((section("tab"))) = 5; int main(void){ for (int*p=__start_tab;p<__stop_tab;p++) if (*p==5) reach_error(); return 0;}`},
	{whet.Unsafe, `extern void reach_error(void); void f(void) __attribute__((constructor)); int main(void){ return 0;} void f(void){ reach_error(); }`},
	{whet.Unknown, `#include <stdlib.h>
extern void reach_error(void);
void die(void) __attribute__((noreturn)); void h(void){reach_error();} int main(void){ atexit(h); die(); }`},
	{whet.Unknown, `#include <stdlib.h>
extern void reach_error(void);
int on_exit(void (*)(int,void*),void*); void h(int s,void*a){reach_error();} int main(void){ on_exit(h,0); return 0; }`},
	{whet.Unknown, `#include <stdlib.h>
extern void reach_error(void);
void h(void){exit(0);} void g(void){reach_error();} int main(void){ atexit(g); atexit(h); return 0; }`},
	{whet.Unsafe, `#include <stdlib.h>
extern void reach_error(void);
void g(void){reach_error();} int main(void){ int (*reg)(void(*)(void))=atexit; reg(g); return 0; }`},
	{whet.Unsafe, `extern void reach_error(void);
int atexit(void(*)()); void g(void){reach_error();} int main(void){ atexit(g); return 0; }`},
	{whet.Unsafe, `extern void reach_error(void);
void g(void){reach_error();} int main(void){ atexit(g); return 0; }`},
	{whet.Safe, `#include <stdlib.h>
extern void reach_error(void);
static int c; static void g(int *p){ c++; } static int f(void){ int x __attribute__((cleanup(g))) = 1; exit(0); } int main(void){ f(); return 0; } __attribute__((destructor)) static void d(void){ if (c) reach_error(); }`},
	{whet.Unknown, `extern void reach_error(void);
static void g(int *p){ if (*p==5) reach_error(); } int main(void){ int i=0; void *t[]={&&a,&&b}; { int x __attribute__((cleanup(g))) = 5; goto *t[1]; a:; } b: return 0; }`},
	{whet.Safe, `extern void reach_error(void);
typedef struct {int a,b;} R; static int v; static void g(R *p){ p->a=9; } static R f(void){ R r __attribute__((cleanup(g))) = {1,2}; return r; } int main(void){ R r=f(); if (r.a!=1) reach_error(); return 0; }`},
	{whet.Safe, `extern void reach_error(void);
typedef struct {int a,b[3];} R; static void g(R *p){ p->a=9; } static R f(void){ R r __attribute__((cleanup(g))) = {1,2}; return r; } int main(void){ R r=f(); if (r.a!=1) reach_error(); return 0; }`},
	{whet.Unknown, `extern void reach_error(void);
typedef struct {int a,b[3];} R; static void g(R *p){ p->a=9; } int main(void){ R q = ({R r __attribute__((cleanup(g))) = {1,2}; r;}); if (q.a!=1) reach_error(); return 0; }`},
	{whet.Safe, `extern void reach_error(void);
#include <stdlib.h>
static void fr(char **p){ free(*p); } int n; int main(void){ char *b __attribute__((cleanup(fr))) = malloc(3); b[0]=3; if (b[0]!=3) reach_error(); return b[0]; }`},
	{whet.Safe, `extern void reach_error(void);
int my(const char*) asm("strlen"); int main(void){ if (my("abc")!=3) reach_error(); return 0; }`},
	{whet.Unsafe, `extern void reach_error(void);
int strlen(const char*) asm("my_strlen"); int main(void){ if (strlen("abc")!=3) reach_error(); return 0; }`},
	{whet.Unsafe, `extern void reach_error(void);
int ab(int x){return x+1;} int abs(int) __attribute__((alias("ab"))); int main(void){ if (abs(-3)==-2) reach_error(); return 0; }`},
	{whet.Safe, `extern void reach_error(void);
extern int none(void) __attribute__((weak)); int main(void){ if (none) none(); return 0; }`},
	{whet.Unknown, `extern void reach_error(void);
static void e(void) __attribute__((weakref("reach_error"))); int main(void){ if (e) e(); return 0; }`},
	{whet.Unsafe, `extern void reach_error(void);
void e(void) __attribute__((alias("f"))); void f(void){ reach_error(); } void (*p)(void) = e; int main(void){ p(); return 0; }`},
	{whet.Unsafe, `extern void reach_error(void);
struct S {int x;}; struct S a = {3}; extern struct S b __attribute__((alias("a"))); int main(void){ b.x=7; if (a.x==7) reach_error(); return 0; }`},
	{whet.Unknown, `extern void reach_error(void);
int a[4] = {3}; extern char b[] __attribute__((alias("a"))); int main(void){ b[0]=7; if (a[0]==7) reach_error(); return 0; }`},
	{whet.Unsafe, `extern void reach_error(void);
int x asm("y_sym"); extern int y asm("y_sym"); int main(void){ x=7; if (y==7) reach_error(); return 0; }`},
	{whet.Unknown, `extern void reach_error(void);
_Pragma("pack(push,1)") struct S {char c; int i;}; int main(void){ if (sizeof(struct S)==5) reach_error(); return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
#pragma scalar_storage_order big-endian
struct S {int i;};
#pragma scalar_storage_order default
struct T {int i;}; int main(void){ struct S s; s.i=1; if (*(char*)&s==0) reach_error(); return 0;}`},
	{whet.Safe, `extern void reach_error(void);
#pragma scalar_storage_order big-endian
struct S {int i;};
#pragma scalar_storage_order default
struct T {int i;}; int main(void){ struct T s; s.i=1; if (*(char*)&s==0) reach_error(); return 0;}`},
	{whet.Unknown, `#define A unused, packed, unused
extern void reach_error(void);
struct S {char c; int i;} __attribute__((A)); int main(void){ if (sizeof(struct S)==5) reach_error(); return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
static void f(void){reach_error();} int main(void){ __builtin_frobnicate(f); return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
int main(void){ unsigned long long x = __builtin_ia32_rdtsc(); if (x > 0xffffffffULL) reach_error(); return 0;}`},
	{whet.Safe, `extern void reach_error(void);
static int f(void){ return __builtin_weird(1); } int main(void){ return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
void *b[5]; int main(void){ int x=0; if (__builtin_setjmp(b)) { if (x==1) reach_error(); return 0;} x=1; __builtin_longjmp(b,1);}`},
	{whet.Unsafe, `extern void reach_error(void);
int main(void){ char b[8]; if (__builtin_object_size(b,0)==8) reach_error(); return 0;}`},
	{whet.Safe, `extern void reach_error(void);
struct S{int a;long long b;}; int main(void){ struct S s; if (__builtin_object_size(&s.b,1)!=8 || __builtin_object_size(&s,0)!=sizeof s) reach_error(); return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
int main(void){ char b[8]; char *p=b; if (__builtin_object_size(p,0)!=(__SIZE_TYPE__)-1 && __builtin_object_size(p,0)!=8) reach_error(); return 0;}`},
	{whet.Unsafe, `extern void reach_error(void);
int main(void){ int a[3], i=0; __builtin_prefetch(&a[i++]); if (i==1) reach_error(); return 0;}`},
	{whet.Safe, `extern void reach_error(void);
int main(void){ if (__builtin_classify_type(1.0)!=8 || __builtin_classify_type((char)1)!=1 || __builtin_classify_type((void*)0)!=5) reach_error(); return 0;}`},
	{whet.Safe, `extern void reach_error(void);
int main(void){ int x=3; __sync_fetch_and_add_4(&x,2); if (__atomic_load_4(&x,5)!=5 || __sync_lock_test_and_set(&x,1)!=5) reach_error(); return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
int main(void){ void *p=__builtin_return_address(0); if (!p) reach_error(); return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
extern int none(void) __attribute__((weak)); int main(void){ none(); reach_error(); return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
extern int und __attribute__((weak)); int main(void){ und = 1; reach_error(); return 0;}`},
	{whet.Safe, `extern void reach_error(void);
extern int und[4] __attribute__((weak)); int main(void){ int i; if (und) for (i=0;i<4;i++) und[i]=i; return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
extern int und __attribute__((weak)); int *p = &und; int main(void){ if (p) *p = 3; if (p && *p!=3) reach_error(); return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
extern int und __attribute__((weak)); int main(void){ if (&und && und != 0) reach_error(); return 0; }`},
	{whet.Unknown, `extern void reach_error(void);
extern int f(int) __attribute__((const)); int main(void){ if (f(1)!=f(1)) reach_error(); return 0;}`},
	{whet.Unknown, `extern void reach_error(void);
extern char *f(int) __attribute__((returns_nonnull)); int main(void){ if (!f(1)) reach_error(); return 0;}`},
}

// TestLinkAndRun verifies them under both data models.
func TestLinkAndRun(t *testing.T) {
	for _, p := range linkPrograms {
		for _, m := range []string{"lp64", "ilp32"} {
			r, err := whet.Verify(context.Background(), whet.Text("t.c", []byte(p.src)), whet.Options{Engine: "value", Timeout: 20 * time.Second, DataModel: m, Checks: []string{"none"}})
			if err != nil {
				t.Errorf("%s\n%v", p.src, err)
				continue
			}
			if r.Verdict != p.want {
				t.Errorf("%s\n%s: %s (%s), want %s", p.src, m, r.Verdict, r.Reason, p.want)
			}
		}
	}
}

// An object that may be missing is not safe to read, whatever its contents are: with checks the
// verdict is unknown, but for reads that ask first.
func TestWeakObjects(t *testing.T) {
	for _, c := range []struct {
		src  string
		want whet.Verdict
	}{
		{`extern int x __attribute__((weak)); int main(void) { return x; }`, whet.Unknown},
		{`extern int x __attribute__((weak)); int main(void) { return &x ? x : 0; }`, whet.Safe},
		{`extern int x[3] __attribute__((weak)); static int f(int *p) { return *p; } int main(void) { return f(x); }`, whet.Unknown},
		{`extern struct s { int a, b; } x __attribute__((weak)); struct s y; int main(void) { y = x; return y.b; }`, whet.Unknown},
		{`extern struct s { int a, b; } x __attribute__((weak)); struct s y; int main(void) { if (&x) y = x; return y.b; }`, whet.Safe},
		{`int x __attribute__((weak)) = 3; int main(void) { return x; }`, whet.Safe},
	} {
		r, err := whet.Verify(context.Background(), whet.Text("t.c", []byte(c.src)), whet.Options{Timeout: 20 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.want {
			t.Errorf("%s: %v (%s), not %v", c.src, r.Verdict, r.Reason, c.want)
		}
	}
}
