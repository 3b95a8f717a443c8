"""Whether a map covers the whole article, in a few branches with something below them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from mindgist.document import Document


@dataclass(frozen=True, slots=True)
class Coverage:
    """The coverage of one map."""

    thirds: tuple[int, int, int]
    """Nodes from each third of the article."""
    reach: float
    """Where the last of the sentences is in the article, from 0 to 1."""
    branches: int
    """Children of the roots."""
    bare: int
    """Those of them without children."""
    junk: int
    """Sentences that are no content: see ``mindgist.document.content``."""

    @classmethod
    def of(cls, document: Document, sentences: Sequence[int], parents: Sequence[int | None]) -> "Coverage":
        """The coverage of the map of these sentences with these parents, which are indexes among them."""
        count = len(document)
        thirds = Counter(min(2, 3 * sentence // count) for sentence in sentences)
        children = Counter(parents)
        roots = {place for place, parent in enumerate(parents) if parent is None}
        main = [place for place, parent in enumerate(parents) if parent in roots]
        return cls(
            thirds=(thirds[0], thirds[1], thirds[2]),
            reach=max(sentences, default=0) / max(1, count - 1),
            branches=len(main),
            bare=sum(not children[place] for place in main),
            junk=sum(not document.content[sentence] for sentence in sentences),
        )


def coverage_figures(maps: Sequence[Coverage]) -> dict[str, float]:
    """The coverage of several maps: shares in percent, the mean number of branches, the number of junk nodes."""
    nodes = max(1, sum(sum(one.thirds) for one in maps))
    return {
        **{f"third_{third + 1}": 100 * sum(one.thirds[third] for one in maps) / nodes for third in range(3)},
        "reach": 100 * fmean(one.reach for one in maps),
        "branches": fmean(one.branches for one in maps),
        "bare_branches": 100 * fmean(one.bare / max(1, one.branches) for one in maps),
        "junk": sum(one.junk for one in maps),
    }
