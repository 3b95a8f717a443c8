// Answers to a question: the nodes that share most with it, best first. mindmap/answers.py ranks the same way, and also
// knows stop words.

import { ENGLISH_ENDINGS, HEADING_WEIGHT, LENGTH_WEIGHT, MIN_STEM, RANK_WEIGHT, SATURATION } from "./constants.js";

const WORDS = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

function stems(text) {
  return (text.toLowerCase().match(WORDS) ?? []).map((word) => {
    const ending = ENGLISH_ENDINGS.find((end) => word.endsWith(end)) ?? "";
    return word.length - ending.length >= MIN_STEM ? word.slice(0, word.length - ending.length) : word;
  });
}

/** The ids of the sentences (nodes of `model`) that share a word with the question, best first. */
export function answers(model, question) {
  const sentences = model.nodes.filter((node) => node.sentence !== null).sort((a, b) => a.rank - b.rank);
  const texts = sentences.map((node) => stems(node.text));
  const mean = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const weights = new Map();
  for (const word of new Set(stems(question))) {
    const holding = texts.filter((text) => text.includes(word)).length;
    weights.set(word, Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5)));
  }
  const ranked = sentences.map((node, place) => {
    const above = new Set();
    for (let up = model.node(node.parent); up; up = model.node(up.parent)) if (up.sentence === null && up.parent !== null) stems(up.text).forEach((word) => above.add(word));
    const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * texts[place].length) / mean);
    let score = 0;
    for (const [word, weight] of weights) {
      const found = texts[place].filter((other) => other === word).length + (above.has(word) ? HEADING_WEIGHT : 0);
      score += (weight * found * (SATURATION + 1)) / (found + norm);
    }
    return [score && score - (RANK_WEIGHT * place) / texts.length, node.id, score];
  });
  return ranked.filter(([, , score]) => score).sort((a, b) => b[0] - a[0]).map(([, id]) => id);
}
