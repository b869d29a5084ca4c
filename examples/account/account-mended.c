#include "account.h"

#include <limits.h>

bool deposit(struct account *a, long cents)
{
	if (cents <= 0 || a->balance > LONG_MAX - cents)
		return false;
	a->balance += cents;
	return true;
}

bool withdraw(struct account *a, long cents)
{
	if (cents <= 0 || a->balance < -a->limit + cents)
		return false;
	a->balance -= cents;
	return true;
}
