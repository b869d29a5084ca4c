// C11's atomic types and functions, in one thread: each is the plain operation.
// exit: 0
#include <stdatomic.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(unsigned char) small = 250;

int main(void) {
	atomic_int n = 3;
	int expected = 4, *p = &expected;
	_Atomic(int *) q = p;
	if (atomic_compare_exchange_strong(&n, &expected, 7) || expected != 3 || n != 3) return 1;
	if (!atomic_compare_exchange_strong(&n, &expected, 7) || n != 7) return 2;
	if (atomic_fetch_add(&n, 5) != 7 || atomic_fetch_sub(&n, 2) != 12) return 3;
	if (atomic_fetch_or(&n, 5) != 10 || atomic_fetch_and(&n, 6) != 15 || atomic_fetch_xor(&n, 3) != 6) return 4;
	if (atomic_exchange(&n, 20) != 5 || atomic_load(&n) != 20) return 5;
	if (atomic_fetch_add(&small, 10) != 250 || small != 4) return 6;
	if (atomic_flag_test_and_set(&flag) || !atomic_flag_test_and_set(&flag)) return 7;
	atomic_flag_clear(&flag);
	if (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire)) return 8;
	__atomic_store_n(q, 9, __ATOMIC_RELAXED);
	atomic_thread_fence(memory_order_seq_cst);
	if (expected != 9 || __atomic_add_fetch(&n, 1, __ATOMIC_RELAXED) != 21 || __atomic_nand_fetch(&n, 1, __ATOMIC_RELAXED) != -2) return 9;
	return 0;
}
