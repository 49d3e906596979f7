/* A shared object that is no plugin. */
extern const int lf_algorithm_by_another_name;
const int lf_algorithm_by_another_name = 1;
