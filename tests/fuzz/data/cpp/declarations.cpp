SPL_EXPECTS("x") template <class T> requires requires(T t) { t; } T (*f(T))(int);
[[spl::expects("x")]] void* A<T>::operator new[](std::size_t) noexcept { return {}; }
extern "C" { [[spl::expects(u8"x")]] int g(int = {1}), h [[spl::expects("y")]] (); }
