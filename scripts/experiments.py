"""The experiment files of a folder of reports, as scripts that write pages about them read them."""
import functools
import glob
import os

import yaml


@functools.cache
def experiment(folder, item):
    """The experiment file, its base's lists before its own."""
    with open(os.path.join(folder, item + ".yaml"), encoding="utf-8") as file:
        own = yaml.load(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    if "base" in own:
        base = experiment(folder, own["base"].removesuffix(".yaml"))
        for key, value in base.items():
            own[key] = value + own.get(key, []) if isinstance(value, list) else own.get(key, value)
    return own


def budgets(is_, scale):
    """{problem: budgets} of what an experiment runs at a scale: of settings the last match wins, and the scale's come last."""
    settings = [s for s in is_.get("settings", []) + scale.get("settings", []) if "budget" in s]
    methods = is_.get("use_methods") or [m["id"] for m in is_["methods"]]
    found = {}
    for problem in is_["problems"]:
        id_ = problem["id"]
        if id_ not in (is_.get("use_problems") or [id_]):
            continue
        for method in methods:
            if method in problem.get("methods", [method]):
                match = [s["budget"] for s in settings if s.get("problem", id_) == id_ and s.get("method", method) == method]
                found.setdefault(id_, {})[[scale["budget"], *match][-1]] = True
    return {problem: list(of) for problem, of in found.items()}


def items(folder):
    """Names of the experiments of a paper; those that begin with an underscore are shared parts."""
    names = (os.path.basename(path).removesuffix(".yaml") for path in glob.glob(folder + "/*.yaml"))
    return sorted(name for name in names if not name.startswith("_"))


def papers(reports):
    """Folders with experiments that claim something."""
    for name in sorted(os.listdir(reports)):
        folder = os.path.join(reports, name)
        if os.path.isdir(folder) and any(experiment(folder, i).get("claims") for i in items(folder)):
            yield name, folder
