#!/usr/bin/env bash
# Dense algebra of what a trace depends on goes through numeric/dense.h, which has a portable way for all of it:
# OpenBLAS and its LAPACK are called there, in factors and eigenvalues beside it, and where nothing is multiplied.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/files.sh"
cd "$LF_TEST_SOURCE"

allowed='^(numeric/(dense|dense_double|cholesky|symmetric_eigen)\.c|base/blas\.c|harness/run/environment\.c|binding/session\.c):'
calls='\bcblas_[a-z]|\bLAPACKE_|#include <(cblas|lapacke?)\.h>|\b[ds](ge|sy|po|tr|or|st)[a-z0-9]{2,4}_\('

for planted in '    y = cblas_ddot(n, x, 1, y, 1);' '    dsyevd_("V", "L", &rows);' '#include <cblas.h>'; do
  echo "$planted" | grep -qE "$calls" || { echo "'$planted' is not found"; exit 1; }
done
if lf_files 'base/*.[ch]' 'numeric/*.[ch]' 'oracle/*.[ch]' 'datasets/*.[ch]' 'problems/*.[ch]' 'algorithms/*.[ch]' \
     'harness/*.[ch]' 'plots/*.[ch]' 'reports/*.[ch]' 'cli/*.[ch]' 'binding/*.[ch]' 'include/*.[ch]' |
  xargs grep -nE "$calls" | grep -vE "$allowed"; then
  echo 'mend: call the function of numeric/dense.h'
  exit 1
fi
