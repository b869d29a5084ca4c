// exit: 100
// void functions, ignored values, empty statements and declarations.
#define CHECK(n, c) if (!(c)) return n

static int log_;
static void note(int n) { log_ = log_ * 10 + n; if (n == 3) return; log_++; }
static int value(void) { note(1); return 5; }
struct forward;
;
int main(void) {
  value();
  (void)value();
  value() + 1;
  CHECK(1, log_ == 222);
  log_ = 0;
  log_ > 5 ? note(1) : note(3);
  CHECK(2, log_ == 3);
  ;;
  { }
  (void)0;
  int a = 1, b = (note(4), 7);
  CHECK(3, log_ == 35 && b == 7);
  if (a) ; else note(9);
  CHECK(4, log_ == 35);
  return 100;
}
