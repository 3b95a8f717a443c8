"""The paper's tree generator written plainly with scikit-learn: what our fast generator is compared with."""

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from mindgist.graph import RelationGraph
from mindgist.tree import Tree


class PlainTree:
    """Algorithm 1 of the paper, with one general k-means call per split."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def __call__(self, graph: RelationGraph) -> Tree:
        self._scores = np.asarray(graph.scores, dtype=np.float64)
        self._governors: dict[int, int | None] = {}
        self._recurse(np.arange(len(graph)), None)
        return self._in_order(graph)

    def _recurse(self, cluster: NDArray[np.intp], root: int | None) -> None:
        count = len(cluster)
        if count == 0:
            return
        strength = self._scores[np.ix_(cluster, cluster)].sum(axis=1)
        best = int(strength.argmax())
        if count == 1 or strength[best] / count > 0.5:
            governor = int(cluster[best])
            self._governors[governor] = root
            root = governor
            cluster = np.delete(cluster, best)
        if len(cluster) < 2:
            self._recurse(cluster, root)
            return
        groups = KMeans(2, n_init=10, random_state=self.seed).fit_predict(self._scores.T[cluster])
        for group in (0, 1):
            self._recurse(cluster[groups == group], root)

    def _in_order(self, graph: RelationGraph) -> Tree:
        place: dict[int, int] = {}

        def take(sentence: int) -> None:
            if sentence in place:
                return
            governor = self._governors[sentence]
            if governor is not None:
                take(governor)
            place[sentence] = len(place)

        for sentence in np.argsort(-graph.salience, kind="stable").tolist():
            take(sentence)
        governors = [self._governors[sentence] for sentence in place]
        return Tree(
            tuple(place),
            tuple(None if governor is None else place[governor] for governor in governors),
            tuple(
                float(graph.salience[sentence] / len(graph) if governor is None else graph.scores[governor, sentence])
                for sentence, governor in zip(place, governors, strict=True)
            ),
        )
