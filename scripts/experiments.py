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
