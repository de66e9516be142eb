"""Environments that have the packages of this one as links, so that nothing is loaded over the network."""

from importlib import metadata
from pathlib import Path

from tests.test_lock import locked
from tourgen.resources import locked_requirements


def link_packages(home: Path) -> None:
    """Puts pip and everything that the lock file says tourgen needs into a virtual environment."""
    (packages,) = home.glob("lib/python*/site-packages")
    _link_package("pip", packages)
    for requirement in locked(locked_requirements()):
        if requirement.marker is None or requirement.marker.evaluate():
            _link_package(requirement.name, packages)


def _link_package(name: str, packages: Path) -> None:
    """Everything that the distribution put into site-packages, by its first folder."""
    distribution = metadata.distribution(name)
    for top in {
        file.parts[0] for file in distribution.files or () if file.parts[0] not in ("..", "__pycache__")
    }:
        if not (packages / top).exists():
            (packages / top).symlink_to(Path(str(distribution.locate_file(top))).resolve())
