// Initialisers: braces left out, designators, strings, ranges, unions, anonymous members.
struct p { int x, y; };
struct q { struct p a, b; char s[4]; };
struct an { int k; union { int i; char c; }; struct { int m, n; }; int z; };
int a1[] = {1, 2, 3};
int a2[5] = {[3] = 7, 8, [0] = 9};
int a3[2][3] = {1, 2, 3, 4};
int a4[2][3] = {{1}, {2, 3}};
int a5[] = {[2 ... 4] = 5, 6};
struct q q1 = {1, 2, 3, 4, "ab"};
struct q q2 = {{1}, {2, 3}, {'x'}};
struct q q3 = {.b.y = 3, "abc", .a = {4}};
struct an n1 = {1, {2}, {3, 4}, 5};
struct an n2 = {.c = 'c', .n = 6, 7};
char s1[] = "hi";
char s2[2] = "hi";
char s3[] = {"hi"};
char s4[][3] = {"a", "bc"};
const char *s5[] = {"a", 0};
int w[] = L"wi";
struct p ps[] = {[1].y = 2, 3, 4};
union { char c; long l; } u1 = {1}, u2 = {.l = 2};
struct { int n; struct p v[2]; } *ptr = 0, big = {1, {2, 3, 4, 5}};
int scalar = {3};
enum { A, B = 5, C, D = -1 };
unsigned long mixed = -1 + sizeof(int) * B;
struct { unsigned a : 3, : 2, b : 4; } bits = {1, 2};
typedef int open[];
open o1 = {1, 2}, o2 = {1, 2, 3};
void *addr = &q1.b.y, *addr2 = a3[1] + 1;
int (*fp)(void);
int main(void)
{
	struct p l = {a1[0], 2}, m = l, n[2] = {l, m};
	struct q k = {l, 1, 2};
	static int calls = 4;
	int c[] = {calls++, calls};
	char t[6] = "abc";
	struct p *x = &(struct p){1, .y = calls};
	return (int[]){1, 2, 3}[1] + n[1].y + k.b.x + c[1] + t[0] + x->y;
}
