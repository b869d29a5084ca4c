// An account that may be overdrawn by 500, with a bug: every 40th booking has a fee of 20, which asks for no leave.
// expected: unsafe
// Failing input: 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1, 8, 1, 9, 1, 10, 1, 11, 1, 12, 1, 13, 1, 14, 1, 15, 1, 16, 1, 17, 1, 18, 1, 19, 1, 20, 1, 21, 1, 22, 1, 23, 1, 24, 1, 25, 1, 26, 1, 27, 1, 28, 1, 29, 1, 30, 1, 31, 1, 32, 1, 33, 1, 34, 1, 35, 1, 36, 1, 37, 1, 38, 1, 39, -535, 40, 2, 0, 0
// Slips have numbers in order. 38 are paid in and 535 taken out: -497; the 40th booking and its fee make that -515.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 1000, FEE = 20 };
enum { TRUSTED, LIMITED };

int balance[SIZE], change[SIZE], mode[SIZE];

int main(void) {
	int n = 0, money = 0, now = TRUSTED, until = 40;
	while (n < SIZE) {
		int slip = __VERIFIER_nondet_int(), amount = __VERIFIER_nondet_int();
		if (amount == 0)
			break;
		if (slip != n + 1 || amount > 10000 || amount < -10000)
			continue;
		if (amount < 0 && (now == LIMITED || money + amount < -500))
			continue; // refused
		if (--until == 0) {
			amount -= FEE;
			until = 40;
		}
		money += amount;
		now = money < 0 ? LIMITED : TRUSTED;
		balance[n] = money;
		change[n] = amount;
		mode[n++] = now;
	}
	// The audit.
	int sum = 0;
	for (int k = 0; k < n; k++) {
		sum += change[k];
		assert(sum == balance[k] && sum >= -500);
		assert((mode[k] == LIMITED) == (sum < 0));
	}
	return 0;
}
