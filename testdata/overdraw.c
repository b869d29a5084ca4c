// expected: unsafe
// An account must not be overdrawn; but the fee for the third withdrawal is taken unchecked.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
	int balance = 100, withdrawals = 0;
	for (int day = 1; day <= 7; day++) {
		int amount = __VERIFIER_nondet_int();
		if (amount <= 0 || amount > balance)
			continue; // refused
		balance -= amount;
		withdrawals++;
		if (withdrawals == 3)
			balance -= 5; // the fee
		assert(balance >= 0);
	}
	return 0;
}
