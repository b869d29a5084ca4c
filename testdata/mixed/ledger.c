// An account with a ledger: it may be overdrawn by 500 while it is TRUSTED, and then is LIMITED until it is balanced.
// expected: safe
// Invariant: for all k < n: balance[k] >= -500, mode[k] is LIMITED exactly where balance[k] < 0; balance[k + 1] -
// balance[k] = change[k + 1], and change[k + 1] > 0 where mode[k] is LIMITED, for k + 1 < n; money is balance[n - 1],
// or 0 where n = 0, and now is LIMITED exactly where money < 0.
// Needs: values (mode), neighbouring cells, linear relations (balances).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 1000 };
enum { TRUSTED, LIMITED };

int balance[SIZE], change[SIZE], mode[SIZE];

int main(void) {
	int n = 0, money = 0, now = TRUSTED;
	while (n < SIZE) {
		int amount = __VERIFIER_nondet_int();
		if (amount == 0)
			break;
		if (amount > 10000 || amount < -10000)
			continue;
		if (amount < 0 && (now == LIMITED || money + amount < -500))
			continue; // refused
		money += amount;
		if (now == TRUSTED && money < 0)
			now = LIMITED;
		else if (now == LIMITED && money >= 0)
			now = TRUSTED;
		balance[n] = money;
		change[n] = amount;
		mode[n++] = now;
	}
	// The audit.
	int sum = 0, before = TRUSTED;
	for (int k = 0; k < n; k++) {
		sum += change[k];
		assert(sum == balance[k] && sum >= -500);
		assert(before == TRUSTED || change[k] > 0);
		before = mode[k];
		assert((before == LIMITED) == (sum < 0));
	}
	return 0;
}
