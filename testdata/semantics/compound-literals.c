// exit: 100
// Compound literals: static ones, which other initialisers copy or point to, and automatic ones, made anew each time.
#define CHECK(n, ...) if (!(__VA_ARGS__)) return n
struct s { int a, b; };
struct n { struct s s; int *p; struct s *q; int arr[2]; };
union u { int i; char c[4]; };
struct list { int v; struct list *next; };

int x = (int){42};
struct s y = (struct s){1, 2};
int *p = (int[]){1, 2, 3};
struct n nn = {(struct s){3, 4}, (int[]){5, 6}, &(struct s){7, 8}, {(int){9}, 10}};
struct s ar[3] = {[1] = (struct s){11, 12}, (struct s){13}};
char *str = (char[]){"abc"};
const char *t = (char[4]){"xyz"};
int whole[] = (int[]){21, 22, 23}, longer[5] = (int[5]){24, 25, 26}, grid[][2] = (int[2][2]){{27}, {28, 29}};
struct s pairs[2] = (struct s[]){{14, 15}, {16, 17}};
char hello[] = (char[]){"hello"};
struct w { int v[3]; } ws = {(int[3]){18, 19, 20}};
union u un = (union u){.c = {1, 2, 3, 4}}, cast = (union u)5;
struct list *head = &(struct list){1, &(struct list){2, &(struct list){3, 0}}};
int (*mat)[2] = (int[][2]){{1, 2}, {3, 4}};
int *mid = &((int[]){1, 2, 3})[1], *far = (int[]){4, 5, 6} + 2, *fld = &((struct s){31, 32}).b;
struct s deep = (struct s)((struct s){41, 42});
static const int one = 1;
int copy = one, sum = one + 1;
int (*fp)(int) = (int (*)(int)){0};
// In the order of first use, what copies comes before what is copied.
static int statics(int n) {
  static struct s q = (struct s){51, 52};
  static int k = (int){53};
  static union u c = (union u)54;
  static struct w w = (struct w){{55, 56, 57}};
  if (n) return statics(n - 1);
  q.a++;
  return q.a + q.b + k + c.i + w.v[2];
}
static int loop(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) { int *r = (int[3]){i, 5}; sum += r[1] + r[2]; r[1] += r[0]; r[2]++; sum += r[1]; }
  return sum;
}
static int rec(int n) { int *r = (int[]){n, 1}; if (n) r[1] += rec(n - 1); return r[0] * r[1]; }
static int again(void) {
  int *q[2], i = 0;
again:
  q[i] = &(int){i};
  if (++i < 2) goto again;
  return q[0] == q[1] ? *q[0] : -1;
}
static int swap(struct s *v) { *v = (struct s){v->b, v->a}; return v->a; }
static int bytes(struct s v) { return ((char *)&v.b)[0]; }

int main(void) {
  CHECK(1, x == 42 && y.a == 1 && y.b == 2 && p[0] == 1 && p[2] == 3);
  CHECK(2, nn.s.a == 3 && nn.s.b == 4 && nn.p[1] == 6 && nn.q->b == 8 && nn.arr[0] == 9 && nn.arr[1] == 10);
  CHECK(3, ar[0].b == 0 && ar[1].b == 12 && ar[2].a == 13 && ar[2].b == 0);
  CHECK(4, str[1] == 'b' && str[3] == 0 && t[2] == 'z' && hello[4] == 'o' && sizeof hello == 6);
  CHECK(5, whole[2] == 23 && sizeof whole == 12 && longer[2] == 26 && longer[3] == 0 && grid[1][1] == 29 && grid[0][1] == 0);
  CHECK(6, pairs[1].a == 16 && ws.v[2] == 20 && un.c[2] == 3 && un.i == 0x04030201 && cast.c[0] == 5);
  CHECK(7, head->next->next->v == 3 && !head->next->next->next && mat[1][0] == 3);
  CHECK(8, *mid == 2 && *far == 6 && *fld == 32 && deep.b == 42 && copy == 1 && sum == 2 && !fp);
  CHECK(9, statics(2) == 52 + 52 + 53 + 54 + 57);
  CHECK(10, statics(0) == 53 + 52 + 53 + 54 + 57);
  CHECK(11, loop() == 5 + 5 + 5 + 6 + 5 + 7);
  CHECK(12, rec(3) == 3 * (1 + 2 * (1 + 1)) && again() == 1);
  p[0] = 99;
  CHECK(13, p[0] == 99 && swap(&(struct s){1, 2}) == 2 && swap(&y) == 2 && y.b == 1);
  CHECK(14, bytes((struct s){1, 0x107}) == 7 && (struct s){1, 2}.b == 2 && sizeof(int[]){1, 2} == 8);
  return 100;
}
