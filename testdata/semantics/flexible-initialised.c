// exit: 0
// Elements that an initialiser gives to a flexible array member are a part of the object: what is
// stored to them changes no other one.
extern void abort(void);
static volatile int zero;
struct list { int n; int item[]; };
struct list a = {8, {1, 2, 3, 4, 5, 6, 7, 8}};
int b[4] = {50, 51, 52, 53};
static struct list c = {3, {7, 8, 9}};
struct { char n; char text[]; } d = {2, "abcdefghijklmnopqrstuvwxyz"};
int e = 60;
int main(void)
{
	int *p = zero ? b : a.item, *q = p == b ? &e : c.item;
	for (int i = 0; i < a.n; i++)
		a.item[i] = 70 + i;
	d.text[25] = 'Z';
	if (b[0] != 50 || b[3] != 53 || e != 60)
		abort();
	if (a.item[7] != 77 || c.item[2] != 9 || d.text[24] != 'y' || d.text[26])
		abort();
	return *p != 70 || *q != 7;
}
