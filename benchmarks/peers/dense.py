"""Softmax over CIFAR-100's shapes beside OpenBLAS's products of the same shapes."""

from peers.table import Line


def measure(side):
    took = side.medians({"ours": lambda: side.benchmark_us("softmax/cifar100"),
                         "gemm": lambda: side.benchmark_us("gemm/cifar100/double")})
    yield Line("full pass, softmax, CIFAR-100 linear", "us", took["ours"], "OpenBLAS dgemm",
               took["gemm"], 100 * took["gemm"] / took["ours"], 80, of="%")
