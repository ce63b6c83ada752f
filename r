spl-catalogue 6
compiler GCC 12.2.0
optimized yes
assertions no
flags -fPIE
missing instructions
reason runs on a machine without a counter of instructions (perf_event_open: No such file or directory); many virtual machines have none
missing cycles
reason runs on a machine without a counter of cycles (perf_event_open: No such file or directory); many virtual machines have none
missing branch-misses
reason runs on a machine without a counter of branch-misses (perf_event_open: No such file or directory); many virtual machines have none
missing cache-misses
reason runs on a machine without a counter of cache-misses (perf_event_open: No such file or directory); many virtual machines have none
entry method
name ArrayList.contains
place ../../tests/workload/sample_worker.cpp:112
argument std::vector<int>
argument int
entry workload
name allocates
place ../../tests/workload/sample_worker.cpp:45
entry method
name count
place ../../tests/workload/sample_worker.cpp:115
argument (anonymous namespace)::Unmovable
entry workload
name crashes
place ../../tests/workload/sample_worker.cpp:88
entry workload
name draws
place ../../tests/workload/sample_worker.cpp:74
entry workload
name empty
place ../../tests/workload/sample_worker.cpp:23
entry factory
name factoryArrayList
place ../../tests/workload/sample_worker.cpp:120
parameter 
type int
kind integer
minimum -2147483648
maximum 2147483647
number 10
number 100
instance std::vector<int>
entry factory
name factoryUnmovable
place ../../tests/workload/sample_worker.cpp:121
parameter 
type int
kind integer
minimum -2147483648
maximum 2147483647
instance (anonymous namespace)::Unmovable
entry workload
name fails
place ../../tests/workload/sample_worker.cpp:70
entry workload
name leaves_early
place ../../tests/workload/sample_worker.cpp:66
entry workload
name never_loops
place ../../tests/workload/sample_worker.cpp:64
parameter 
type unsigned char
kind integer
minimum 0
maximum 255
entry method
name plus
place ../../tests/workload/sample_worker.cpp:113
parameter 
type int
kind integer
minimum -2147483648
maximum 2147483647
parameter 
type int
kind integer
minimum -2147483648
maximum 2147483647
argument int
argument int
entry method
name plus3
place ../../tests/workload/sample_worker.cpp:114
parameter 
type int
kind integer
minimum -2147483648
maximum 2147483647
parameter 
type int
kind integer
minimum -2147483648
maximum 2147483647
argument int
argument int
entry workload
name prints_and_looks
place ../../tests/workload/sample_worker.cpp:79
entry generator
name randomKey
place ../../tests/workload/sample_worker.cpp:124
parameter 
type int
kind integer
minimum -2147483648
maximum 2147483647
argument int
entry generator
name randomPair
place ../../tests/workload/sample_worker.cpp:123
parameter 
type int
kind integer
minimum -2147483648
maximum 2147483647
argument int
argument int
entry generator
name randomSearch
place ../../tests/workload/sample_worker.cpp:122
parameter 
type int
kind integer
minimum -2147483648
maximum 2147483647
argument int
entry workload
name sample::delimited
place ../../tests/workload/sample_worker.cpp:28
parameter scale
type double
kind number
minimum 0
maximum 0
entry method
name size
place ../../tests/workload/sample_worker.cpp:118
parameter 
type std::string
kind text
minimum 0
maximum 0
argument std::string
entry method
name sorted
place ../../tests/workload/sample_worker.cpp:114
argument std::vector<int>
entry workload
name sum
place ../../tests/workload/sample_worker.cpp:13
parameter size
type int
kind integer
minimum -2147483648
maximum 2147483647
number 10
number 100
parameter label
type std::string
kind text
minimum 0
maximum 0
text a
text b
entry workload
name throws a std::runtime_error
place ../../tests/workload/sample_worker.cpp:56
entry workload
name throws_number
place ../../tests/workload/sample_worker.cpp:60
entry method
name tick
place ../../tests/workload/sample_worker.cpp:119
end
