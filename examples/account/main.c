// A teller at an account; the arithmetic is in account.c.
#include "account.h"

#include <assert.h>
#include <stdio.h>

int main(void)
{
	struct account a = {.balance = 0, .limit = 50000};
	char what;
	long cents;
	while (scanf(" %c %ld", &what, &cents) == 2) {
		if (what == '+')
			deposit(&a, cents);
		else if (what == '-')
			withdraw(&a, cents);
		assert(a.balance >= -a.limit);
	}
	printf("%ld\n", a.balance);
	return 0;
}
