"""Other people's solvers on min ||p|| subject to A p >= 1. Each class is one solver: prepare() gives a call to be timed.

LIBSVM and liblinear are called through ctypes, so that no Python but the call itself is timed.
"""

import ctypes
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int, c_void_p

import numpy as np


class Node(Structure):
    _fields_ = [("index", c_int), ("value", c_double)]


def sparse_rows(A):
    """Rows as both libraries want them: (index, value) pairs with an end mark; and the memory that holds them."""
    m, d = A.shape
    nodes = np.zeros((m, d + 1), dtype=[("index", "i4"), ("pad", "i4"), ("value", "f8")])
    nodes["index"][:, :d] = np.arange(1, d + 1)
    nodes["index"][:, d] = -1
    nodes["value"][:, :d] = A
    stride = nodes.strides[0]
    pointers = (c_void_p * m)(*[nodes.ctypes.data + j * stride for j in range(m)])
    return nodes, pointers


class Cvxopt:
    name = "cvxopt 1e-7"

    def __init__(self):
        import cvxopt
        from cvxopt import solvers

        self.cvxopt, self.solvers = cvxopt, solvers
        solvers.options.update(show_progress=False)

    def prepare(self, A):
        m, d = A.shape
        matrix, spmatrix = self.cvxopt.matrix, self.cvxopt.spmatrix
        P, q = spmatrix(1.0, range(d), range(d)), matrix(0.0, (d, 1))
        G, h = matrix(-A), matrix(-1.0, (m, 1))
        return lambda: self.solvers.qp(P, q, G, h), lambda answer: np.array(answer["x"]).ravel()


class Libsvm:
    """One-class SVM with nu = 1/m: the point of least norm in the hull of the rows, so p = w / rho."""

    name = "LIBSVM 1e-3"

    class Problem(Structure):
        _fields_ = [("l", c_int), ("y", POINTER(c_double)), ("x", c_void_p)]

    class Parameter(Structure):
        _fields_ = [("svm_type", c_int), ("kernel_type", c_int), ("degree", c_int), ("gamma", c_double),
                    ("coef0", c_double), ("cache_size", c_double), ("eps", c_double), ("C", c_double),
                    ("nr_weight", c_int), ("weight_label", c_void_p), ("weight", c_void_p), ("nu", c_double),
                    ("p", c_double), ("shrinking", c_int), ("probability", c_int)]  # fmt: skip

    class Model(Structure):
        pass

    def __init__(self):
        self.library = ctypes.CDLL("libsvm.so.3")
        self.Model._fields_ = [("param", self.Parameter), ("nr_class", c_int), ("l", c_int), ("SV", c_void_p),
                               ("sv_coef", POINTER(POINTER(c_double))), ("rho", POINTER(c_double)),
                               ("probA", c_void_p), ("probB", c_void_p), ("sv_indices", POINTER(c_int))]  # fmt: skip
        self.library.svm_train.restype = POINTER(self.Model)
        self.silence = ctypes.CFUNCTYPE(None, c_char_p)(lambda text: None)
        self.library.svm_set_print_string_function(self.silence)

    def prepare(self, A):
        m = len(A)
        nodes, pointers = sparse_rows(A)
        y = (c_double * m)(*[1.0] * m)
        problem = self.Problem(m, y, ctypes.addressof(pointers))
        parameter = self.Parameter(2, 0, 0, 0.0, 0.0, 100.0, 1e-3, 1.0, 0, None, None, 1.0 / m, 0.0, 1, 0)

        def call():
            return self.library.svm_train(byref(problem), byref(parameter))

        def point(model, keep=(nodes, pointers, y)):
            answer = model.contents
            w = sum(answer.sv_coef[0][i] * A[answer.sv_indices[i] - 1] for i in range(answer.l))
            return w / answer.rho[0]

        return call, point


class Liblinear:
    """L2-regularised hinge loss, dual, no bias, C = 1e9; every second row mirrored, because it wants two classes."""

    name = "liblinear 1e-8"

    class Problem(Structure):
        _fields_ = [("l", c_int), ("n", c_int), ("y", POINTER(c_double)), ("x", c_void_p), ("bias", c_double)]

    class Parameter(Structure):
        _fields_ = [("solver_type", c_int), ("eps", c_double), ("C", c_double), ("nr_weight", c_int),
                    ("weight_label", c_void_p), ("weight", c_void_p), ("p", c_double), ("init_sol", c_void_p)]  # fmt: skip

    class Model(Structure):
        pass

    def __init__(self):
        self.library = ctypes.CDLL("liblinear.so.4")
        self.Model._fields_ = [("param", self.Parameter), ("nr_class", c_int), ("nr_feature", c_int),
                               ("w", POINTER(c_double)), ("label", POINTER(c_int)), ("bias", c_double)]  # fmt: skip
        self.library.train.restype = POINTER(self.Model)
        self.silence = ctypes.CFUNCTYPE(None, c_char_p)(lambda text: None)
        self.library.set_print_string_function(self.silence)

    def prepare(self, A):
        m, d = A.shape
        sign = np.where(np.arange(m) % 2 == 0, 1.0, -1.0)
        nodes, pointers = sparse_rows(A * sign[:, None])
        y = (c_double * m)(*sign)
        problem = self.Problem(m, d, y, ctypes.addressof(pointers), -1.0)
        parameter = self.Parameter(3, 1e-8, 1e9, 0, None, None, 0.1, None)

        def call():
            return self.library.train(byref(problem), byref(parameter))

        def point(model, keep=(nodes, pointers, y)):
            answer = model.contents
            w = np.array([answer.w[c] for c in range(d)])
            return w * answer.label[0]

        return call, point


class LinearSVC:
    name = "scikit-learn LinearSVC"

    def __init__(self):
        import warnings

        from sklearn.svm import LinearSVC as Estimator

        warnings.filterwarnings("ignore")
        self.Estimator = Estimator

    def prepare(self, A):
        sign = np.where(np.arange(len(A)) % 2 == 0, 1.0, -1.0)
        X = A * sign[:, None]
        estimator = self.Estimator(loss="hinge", C=1e9, fit_intercept=False, tol=1e-8, max_iter=1000)
        return lambda: estimator.fit(X, sign), lambda answer: answer.coef_.ravel()


PEERS = [Cvxopt, Libsvm, Liblinear, LinearSVC]


def present():
    """The solvers that can be had here, and the names and reasons of the others."""
    found, absent = [], []
    for peer in PEERS:
        try:
            found.append(peer())
        except (ImportError, OSError) as error:
            absent.append((peer.name, str(error)))
    return found, absent
