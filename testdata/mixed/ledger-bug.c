// An account that may be overdrawn by 500, with a bug: every 25th booking has a fee of 20, which asks for no leave.
// expected: unsafe
// Failing input: 1*23, -520, 2, 0
// 23 are paid in and 520 taken out: -497; the 25th booking and its fee make that -515.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 1000, FEE = 20 };
enum { TRUSTED, LIMITED };

int balance[SIZE], change[SIZE], mode[SIZE];

int main(void) {
	int n = 0, money = 0, now = TRUSTED, until = 25;
	while (n < SIZE) {
		int amount = __VERIFIER_nondet_int();
		if (amount == 0)
			break;
		if (amount > 10000 || amount < -10000)
			continue;
		if (amount < 0 && (now == LIMITED || money + amount < -500))
			continue; // refused
		if (--until == 0) {
			amount -= FEE;
			until = 25;
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
