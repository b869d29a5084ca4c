// Conversions and operators that are easy to get wrong.
struct bits { unsigned u3 : 3; int i5 : 5; unsigned u32 : 32; _Bool b : 1; } f;
enum col { RED, GREEN = 3 } col;
typedef unsigned char byte;
int *p, arr[4], i;
byte b;
unsigned u;
long l;
char *s;
int fn(int a, ...);
int old();
int (*table[3])(int, ...);
struct node { struct node *next; int v; } *head;
void conv(void)
{
	b = b + 1;
	b += 300;
	b++;
	i = u > -1;
	i = b << 30;
	l = u - 1;
	l = i * 2u;
	f.u3 = f.u3 + 1;
	i = f.u3 - 4;
	u = f.u32 - 4;
	f.b = 6;
	col = GREEN;
	i = col - 4 < 0;
	i = 'a' == b;
	p = arr + 1;
	p = 1 + arr;
	p -= 2;
	i = p - arr;
	i = *p++ + ++*p;
	i = arr[i] + i[arr];
	i = (i, arr)[2];
	i = p ? 1 : 0;
	s = i ? "a" : 0;
	l = i ? 1 : 2L;
	i = i ?: 3;
	i = fn(1, b, 1.0f, arr) + old(b, 1.5f);
	i = (*fn)(1) + table[1](2) + (*table[2])(3);
	i = !p && (i || !l);
	i = -b + ~b + +b;
	i = sizeof arr / sizeof *arr + sizeof(int[3]);
	i = head->next->v + (*head).v;
	p = &arr[2];
	p = &*p;
	i = ({ int t = i; t + 1; });
	i <<= l;
	l <<= i;
	i = (char)300 + (byte)-1;
	i = 1 ? -1 : 1u;
	i = __builtin_expect(!!i, 0);
	i = __builtin_offsetof(struct node, v) + __builtin_types_compatible_p(int, unsigned) + __builtin_constant_p(3);
	i = __builtin_choose_expr(1, i, s);
	i = _Generic(l, long: 1, default: 2);
}
int main(void)
{
	conv();
	return 0;
}
