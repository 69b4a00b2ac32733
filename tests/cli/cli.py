#!/usr/bin/env python3
"""The command line as people and scripts use it: exit status, one line on standard error, files, pipes, tables.

    cli.py PROGRAM...     for example: cli.py build/native/bin/attsvm
"""
import base64
import csv
import io
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zlib

PROGRAM = sys.argv[1:]
SCENES = ["global", "local", "multi-input", "losses", "joint", "joint-relaxed"]
THREE_IN_A_ROW = {"data": {"tokens": [[[0, 0], [1, 0], [2, 0]]]}, "model": {"head": {"v": [0, 1]}}}


def attsvm(*args, stdin=None):
    if stdin is not None and not isinstance(stdin, (str, bytes)):
        stdin = json.dumps(stdin)
    if isinstance(stdin, str):
        stdin = stdin.encode()
    done = subprocess.run([*PROGRAM, *args], input=stdin or b"", capture_output=True, timeout=120)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, float):
        yield value


class CommandLine(unittest.TestCase):
    def accepted(self, *args, stdin=None):
        status, out, err = attsvm(*args, stdin=stdin)
        self.assertEqual(status, 0, err)
        self.assertNotRegex(out, r"(?i)\b(nan|inf(inity)?)\b")
        return out

    def refused(self, *args, stdin=None, status=2):
        """The exit status, nothing on standard output, one line that names the program and the mistake."""
        got, out, err = attsvm(*args, stdin=stdin)
        self.assertEqual((got, out), (status, ""), err)
        self.assertRegex(err, r"\Aattsvm: [^\n]+\n\Z")
        return err[len("attsvm: "):-1]

    def test_scenes(self):
        lines = self.accepted("scenes").splitlines()
        self.assertEqual([line.split()[0] for line in lines][: len(SCENES)], SCENES)

    def test_help_and_version(self):
        for args in (["--help"], ["run", "--help"], ["svm", "--help"]):
            self.assertIn("source" if len(args) > 1 else "run", self.accepted(*args))
        self.assertRegex(self.accepted("--version"), r"\Aattsvm \d+\.\d+\.\d+\n\Z")

    def test_run_every_scene(self):
        for scene in SCENES:
            with self.subTest(scene=scene):
                result = json.loads(self.accepted("run", scene))
                self.assertEqual(result["scene"], scene)
                self.assertTrue(all(math.isfinite(x) for x in numbers(result)))
                for selection in result["selections"]:
                    self.assertEqual(selection["svm"]["status"], "optimal")
                    self.assertLessEqual(selection["svm"]["residual"], 1e-12)
                    self.assertEqual(selection["svm"]["residual"], max(selection["svm"]["kkt"].values()))

    def test_four_starts_of_local_end_global(self):
        kinds = [run["limit"]["kind"] for run in json.loads(self.accepted("run", "local"))["runs"]]
        self.assertEqual((kinds.count("global"), kinds.count("local")), (4, 2))

    def test_a_file_standard_input_and_a_scene_give_the_same(self):
        expected = self.accepted("run", "local")
        document = '{"scene": "local"}'
        self.assertEqual(self.accepted("run", "-", stdin=document), expected)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my run.json")
            with open(path, "w") as file:
                file.write(document)
            self.assertEqual(self.accepted("run", path), expected)

    def test_out_decides_the_format(self):
        with tempfile.TemporaryDirectory() as folder:
            for extension, start in (("json", "{\n"), ("csv", "case,run,iteration"), ("svg", "<svg")):
                path = os.path.join(folder, "result." + extension)
                self.assertEqual(self.accepted("run", "local", "--out", path), "")
                with open(path, encoding="utf-8") as file:
                    written = file.read()
                self.assertIn(start, written[:200])
                self.assertEqual(self.accepted("run", "local", "--format", extension), written)
            self.assertIn(".txt", self.refused("run", "local", "--out", os.path.join(folder, "result.txt")))
            self.assertIn("cannot be written",
                          self.refused("run", "local", "--out", os.path.join(folder, "no", "a.json"), status=1))
        self.assertIn("result", self.refused("run", "local", "--out", "result"))

    def test_the_table_agrees_with_the_document(self):
        for scene in ("losses", "joint"):
            result = json.loads(self.accepted("run", scene))
            rows = list(csv.DictReader(io.StringIO(self.accepted("run", scene, "--format", "csv"))))
            expected = [(run, r, k) for r, run in enumerate(result["runs"]) for k in range(len(run["iterations"]))]
            self.assertEqual(len(rows), len(expected))
            for row, (run, r, k) in zip(rows, expected):
                self.assertEqual((row["case"], int(row["run"])), (run.get("case", ""), r))
                self.assertEqual(int(row["iteration"]), run["iterations"][k])
                for variable in ("p", "v"):
                    for c, value in enumerate(run[variable][k] if variable in run else []):
                        self.assertEqual(float(row[f"{variable}{c + 1}"]), value)
                self.assertEqual((float(row["loss"]), float(row["norm"])), (run["loss"][k], run["norm"][k]))
                for i, token in enumerate(run["selected"][k]):
                    self.assertEqual(int(row[f"selected{i + 1}"]), token)
                    self.assertEqual(float(row[f"weight{i + 1}"]), run["weights"][k][i][token])

    def linked(self, text):
        """The document that a link in the text shows."""
        code = re.search(r"embed\.html#state=1\.([\w-]+)", text).group(1)
        return json.loads(zlib.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), -15))

    def test_tables_by_name_carry_a_link(self):
        everything = self.accepted("run", "losses", "--format", "csv", "--table", "all", "--site", "https://example.org/a")
        self.assertIn("https://example.org/a/embed.html#state=1.", everything.splitlines()[0])
        document = self.linked(everything)
        self.assertEqual(document["experiment"]["scene"], "losses")
        parts = re.split(r"^# (\w+)\n", everything.split("\n", 1)[1], flags=re.MULTILINE)
        tables = {name: list(csv.DictReader(io.StringIO(text))) for name, text in zip(parts[1::2], parts[2::2])}
        self.assertEqual(list(tables), ["data", "iterates", "separators", "certificate", "constraints"])
        for name, rows in tables.items():
            alone = self.accepted("run", "losses", "--format", "csv", "--table", name).split("\n", 1)[1]
            self.assertEqual(list(csv.DictReader(io.StringIO(alone))), rows)
        tokens = document["experiment"]["data"]["tokens"]
        self.assertEqual([[float(row[f"x{c + 1}"]) for c in range(len(tokens[0][0]))] for row in tables["data"]],
                         [token for tokens_of_input in tokens for token in tokens_of_input])
        for row in tables["certificate"]:
            self.assertLessEqual(float(row["gap"]), 1e-12)
        self.assertIn('"x"', self.refused("run", "losses", "--format", "csv", "--table", "x"))

    def test_cite(self):
        text = self.accepted("cite", "local", "--iteration", "7", "--site", "https://example.org/")
        self.assertIn('note    = {The figure "local" at iteration 7}', text)
        self.assertEqual(self.linked(text)["iteration"], 7)
        margin = json.loads(self.accepted("svm", "local"))["selections"][0]["svm"]["margin"]
        self.assertIn(repr(margin), text)

    def test_png(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.png")
            status, _, error = attsvm("run", "local", "--out", path, "--width", "500", "--scale", "3", "--iteration", "20")
            if "only the native" in error or "without librsvg" in error:
                self.skipTest(error)
            self.assertEqual(status, 0, error)
            with open(path, "rb") as file:
                png = file.read()
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(int.from_bytes(png[16:20], "big"), 1500)
        at, chunks = 8, []
        while at < len(png):
            length = int.from_bytes(png[at:at + 4], "big")
            kind, data = png[at + 4:at + 8], png[at + 8:at + 8 + length]
            self.assertEqual(zlib.crc32(kind + data), int.from_bytes(png[at + 8 + length:at + 12 + length], "big"))
            chunks.append((kind, data))
            at += 12 + length
        source = dict(chunks)[b"tEXt"]
        self.assertTrue(source.startswith(b"Source\0"))
        self.assertEqual(self.linked(source.decode())["iteration"], 20)

    def test_svm_of_a_selection(self):
        every = json.loads(self.accepted("svm", "local"))["selections"]
        self.assertEqual([s["alpha"] for s in every], [[0], [1]])
        self.assertEqual(json.loads(self.accepted("svm", "local", "--alpha", "1"))["selections"], every[1:])
        margin = json.loads(self.accepted("svm", "multi-input", "--alpha", "0,0,0"))["selections"][0]["svm"]["margin"]
        self.assertAlmostEqual(margin, 1.160379727301626, places=12)
        self.assertEqual(self.refused("svm", "local", "--alpha", "3"), "alpha[0]: input 0 has tokens 0 to 2, got 3")
        self.assertIn("3 tokens", self.refused("svm", "multi-input", "--alpha", "0,0"))
        self.assertEqual(self.refused("svm", "local", "--alpha", "0,1"), "alpha: expected 1 token, one per input, got 2")
        for bad in ("x", "0,", ",0", "-1", "1.5", "0,,0", "99999999999999999999", ""):
            self.assertIn("--alpha", self.refused("svm", "local", "--alpha=" + bad))

    def assert_close(self, rows, expected):
        for row, other in zip(rows, expected, strict=True):
            self.assertLess(math.dist(row, other), 1e-14)

    def test_svm_over_W_where_there_are_queries(self):
        document = {"data": {"tokens": [[[1, 0], [0, 1]]], "queries": [[2, 0]]}, "model": {"head": {"v": [1, 0]}}}
        best = json.loads(self.accepted("svm", "-", stdin=document))["selections"][0]
        self.assertEqual((best["alpha"], best["kind"]), ([0], "global"))
        svm = best["frobenius"]  # (1, -1) W (2, 0)^T >= 1: the least W is (1, -1)^T (2, 0) / 8
        self.assert_close(svm["W"], [[0.25, 0], [-0.25, 0]])
        self.assertEqual((svm["status"], svm["support"]), ("optimal", [[0, 1]]))
        self.assert_close([svm["lambda"]], [[0.125]])
        self.assertAlmostEqual(svm["norm"] * svm["margin"], 1.0, places=15)
        self.assertEqual(list(svm), ["status", "W", "norm", "margin", "lambda", "unique_multipliers", "kkt", "residual",
                                     "support", "weakly_active"])
        document["data"]["queries"] = {"self": 1}  # z = (0, 1)
        own = json.loads(self.accepted("svm", "-", "--alpha", "1", stdin=document))["selections"][0]
        self.assert_close(own["frobenius"]["W"], [[0, -0.5], [0, 0.5]])
        document["data"]["queries"] = [[0, 0]]
        self.assertEqual(json.loads(self.accepted("svm", "-", stdin=document))["selections"][0]["frobenius"]["status"],
                         "infeasible")
        for command in ("run", "path"):
            self.assertIn("data.queries: only the max-margin problems", self.refused(command, "-", stdin=document))

    def test_a_nonlinear_head(self):
        document = {"scene": "path", "model": {"head": {"kind": "relu", "V": [[0], [0], [1]], "u": [1]}}}
        linear, relu = json.loads(self.accepted("path", "path")), json.loads(self.accepted("path", "-", stdin=document))
        self.assertEqual(relu["selections"], linear["selections"])  # every score is positive: the same
        for name in ("floor", "mixing", "R"):
            self.assertEqual(relu["path"][name], linear["path"][name])
        for p, q in zip(relu["path"]["p"], linear["path"]["p"]):
            self.assertLess(math.dist(p, q), 1e-6 * (1 + math.hypot(*q)))
        document["model"]["head"] = {"kind": "quadratic", "V": [[1, 0], [0, 1], [0, 0]], "u": [-1, -1]}
        mixed = json.loads(self.accepted("path", "-", "--R", "1,10", stdin=document))["path"]
        self.assertEqual([c["status"] for c in mixed["certificate"]], ["global", "global"])
        ran = json.loads(self.accepted("run", "-", stdin=document))
        self.assertLess(ran["runs"][0]["loss"][-1], ran["runs"][0]["loss"][0])

    def test_an_infeasible_selection_is_an_answer(self):
        result = json.loads(self.accepted("svm", "-", "--alpha", "1", stdin=THREE_IN_A_ROW))
        svm = result["selections"][0]["svm"]
        self.assertEqual(svm["status"], "infeasible")
        y = svm["farkas"]
        self.assertTrue(min(y) >= 0 and sum(y) > 0)
        self.assertLess(abs(y[0] - y[1]), 1e-15 * sum(y))  # x_1 - x_0 = (1, 0) and x_1 - x_2 = (-1, 0)

    def test_odd_input_is_an_answer_too(self):
        def run(tokens):
            document = {"data": {"tokens": tokens}, "model": {"head": {"v": [1, 0]}}}
            return json.loads(self.accepted("run", "-", stdin=document))["selections"][0]["svm"]

        single = run([[[1, 2]]])
        self.assertEqual((single["p"], single["margin"]), ([0, 0], None))
        self.assertEqual(run([[[1, 0], [1, 0], [0, 1]]])["status"], "infeasible")
        still = json.loads(self.accepted("run", "-", stdin={"scene": "local", "train": {"step": 0}}))
        self.assertEqual(still["runs"][0]["p"][-1], still["runs"][0]["p"][0])
        long = {"scene": "local", "train": {"iterations": 200000, "epsilon": 0},
                "report": {"iterations": [0, 10, 200000]}}
        self.assertEqual([len(run["p"]) for run in json.loads(self.accepted("run", "-", stdin=long))["runs"]], [3] * 6)

    def test_bad_documents_are_refused_by_path(self):
        def scene(**rest):
            return {"scene": "local", **rest}

        for document, expected in (
            ("", "line 1, column 1"),
            ('{"data": NaN}', "line 1, column "),
            ('{\n "data": {"tokens": [[[1e999]]]}}', "number"),
            (b'{"scene": "\xff"}', "UTF-8"),
            ("[" * 100000, "nested"),
            ('{"a":' * 100000, "nested"),
            ("[]", "document: expected an object, got a list"),
            ({}, "data.tokens: missing"),
            ({"data": {"tokens": [[[1, 2, 3]], [[1, 2, 3], [1, 2, 3], [1, 2]]]}},
             "data.tokens[1][2]: expected 3 numbers, got 2"),
            (scene(data={"labels": [2]}), "data.labels[0]: expected 1 or -1"),
            (scene(train={"step": -1}), "train.step: expected a number from 0 to 1e+12, got -1"),
            (scene(train={"iterations": 10**12}), "train.iterations"),
            (scene(report={"iterations": []}), "report.iterations: expected at least one iteration"),
            (scene(report={"iterations": [5000]}), "report.iterations[0]"),
            ({"scene": "nowhere"}, 'scene: there is no scene "nowhere"'),
        ):
            with self.subTest(expected=expected):
                for command in ("run", "svm"):
                    message = self.refused(command, "-", stdin=document)
                    self.assertTrue(message.startswith("standard input: "), message)
                    self.assertIn(expected, message)

    def test_a_missing_or_unreadable_file(self):
        self.assertIn("no-such-scene: there is no such scene", self.refused("run", "no-such-scene"))
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("cannot be read", self.refused("run", folder))

    def test_bad_arguments(self):
        self.assertEqual(self.refused("frobnicate"), "frobnicate: no such command; attsvm --help lists them")
        self.assertIn("nosuch", self.refused("bench", "--only", "nosuch"))
        self.assertLess(len(self.refused("run", "local", "--iteration=-3")), 80)
        for args in ([], ["walk"], ["run"], ["run", "local", "extra"], ["run", "local", "--format", "pdf"],
                     ["run", "local", "--theme", "blue"], ["run", "local", "--width", "wide"],
                     ["run", "local", "--iteration", "-1"], ["svm", "local", "--beta"], ["scenes", "local"]):
            with self.subTest(args=args):
                self.refused(*args)

    def test_bench_of_a_shape(self):
        rows = json.loads(self.accepted("bench", "--json", "--shape", "4,5,3", "--shape", "3,4,2,w"))
        self.assertEqual([row["name"] for row in rows], ["4,5,3", "3,4,2,w"])
        self.assertEqual([row["rows"] for row in rows], [16, 9])
        for row in rows:
            self.assertEqual(row["status"], "optimal")
            self.assertLess(row["kkt"], 1e-13)
        for bad in "4,5", "4,1,3", "4,5,3,x", "4,5,3w", "4,-5,3", "4,5,3,", "99999999999,9,9", "":
            self.assertIn("--shape", self.refused("bench", "--shape=" + bad))

    def test_an_unknown_key_is_reported_and_kept(self):
        status, out, err = attsvm("run", "-", stdin={"scene": "local", "colour": "red"})
        self.assertEqual((status, err), (0, "attsvm: colour: unknown key, kept\n"))
        self.assertEqual(json.loads(out)["unknown_keys"], ["colour"])

    def test_the_same_run_prints_the_same_bytes(self):
        self.assertEqual(self.accepted("run", "multi-input"), self.accepted("run", "multi-input"))


if __name__ == "__main__":
    if not PROGRAM:
        sys.exit(__doc__)
    unittest.main(argv=sys.argv[:1])
