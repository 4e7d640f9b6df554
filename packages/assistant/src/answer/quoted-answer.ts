import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { isContentWord } from "@docsteward/text/lexical/stop-words";
import { stemEnglish, tokenize } from "@docsteward/text/lexical/tokenize";
import { splitFences } from "@docsteward/text/markdown/scanner";
import type { AnswerContext } from "./answer-writer.ts";
import type { StandaloneQuestion } from "./condense-question.ts";
import type { Source } from "./sources.ts";

type Quotation = { category: "answered" | "unanswered"; pieces: string[] };

type Block = { text: string; isCode: boolean };
type Weights = ReadonlyMap<string, number>;

/** Below this share of the question's words, a passage is near the subject and does not answer. */
const MIN_COVERAGE_TO_ANSWER = 0.5;
/** Below this share there is nothing worth quoting. */
const MIN_COVERAGE_TO_QUOTE = 0.25;
/** Of all words carried over together, beside one of the question itself. */
const CARRIED_WEIGHT = 0.5;
const MAX_PASSAGES = 3;
const MAX_PROSE = 600;
const MAX_NEAREST = 3;

/**
 * Answers by quoting: the sentences of the passages that hold most of the question, and the code that belongs to them as a
 * whole, each passage with its number. Where no passage holds enough of the question, the passage answers that words and meaning
 * agree about; without one it says so, and shows what comes nearest.
 *
 * @param sources passages, best first
 */
export function quoteAnswer(
  question: StandaloneQuestion,
  sources: readonly Source[],
  agreed: Source | null = null,
): Quotation {
  const weights = termWeights(question, sources);
  // Many passages mention a word. Only one that is about it answers a question of nothing else.
  const [word] = /\s/.test(question.text.trim()) ? [] : weights.keys();
  const fits = sources.map((source) => {
    const fit = coverage(wholeOf(source), weights);
    return { source, fit: word === undefined || isAbout(source, word) ? fit : Math.min(fit, MIN_COVERAGE_TO_QUOTE) };
  });
  const best = Math.max(0, ...fits.map(({ fit }) => fit));
  if (best < MIN_COVERAGE_TO_ANSWER) {
    if (agreed !== null) return { category: "answered", pieces: quote(agreed, weights) };
    const near = best < MIN_COVERAGE_TO_QUOTE ? undefined : fits.find(({ fit }) => fit === best)?.source;
    return { category: "unanswered", pieces: [...nearest(sources), ...(near ? ["\n", ...quote(near, weights)] : [])] };
  }
  const chosen = fits.flatMap(({ source, fit }) => (fit >= best * 0.8 && source !== agreed ? [source] : []));
  const shown = agreed === null ? chosen : [agreed, ...chosen];
  return { category: "answered", pieces: shown.slice(0, MAX_PASSAGES).flatMap((source) => quote(source, weights)) };
}

/** How much each word of the question counts: the fewer passages hold it, the more, and less when it was carried over. */
function termWeights({ text, carried }: StandaloneQuestion, sources: readonly Source[]): Weights {
  const held = sources.map((source) => termsOf(wholeOf(source)));
  const own = termsOf(text);
  const beside = termsOf(carried).difference(own);
  return new Map(
    [...own, ...beside].map((term) => {
      const count = held.filter((terms) => terms.has(term)).length;
      return [term, Math.log(1 + (held.length + 1) / (count + 1)) * (own.has(term) ? 1 : CARRIED_WEIGHT / beside.size)];
    }),
  );
}

/** Whether a passage is named after a term, or says it more than once. */
function isAbout({ page, chunk }: Source, term: string): boolean {
  if (termsOf([page.title, ...chunk.headings].join("\n")).has(term)) return true;
  let count = 0;
  eachTerm(chunk.text, (found) => {
    if (found === term) count += 1;
  });
  return count > 1;
}

function coverage(text: string, weights: Weights): number {
  const terms = termsOf(text);
  let sum = 0;
  let all = 0;
  for (const [term, weight] of weights) {
    all += weight;
    if (terms.has(term)) sum += weight;
  }
  return all === 0 ? 0 : sum / all;
}

function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  eachTerm(text, (term) => terms.add(term));
  return terms;
}

function eachTerm(text: string, take: (term: string) => void): void {
  tokenize(text.slice(0, 20_000), (word, isCompound) => {
    if (isCompound || isContentWord(word)) take(isCompound ? word : stemEnglish(word));
  });
}

function wholeOf({ page, chunk }: Source): string {
  return [page.title, ...chunk.headings, chunk.text].join("\n");
}

/** A passage's title, its telling sentences, and the code behind them. */
function quote({ number, page, chunk }: Source, weights: Weights): string[] {
  const blocks = blocksOf(chunk.text);
  const fits = blocks.map((block) => coverage(block.text, weights));
  const top = Math.max(0, ...fits);
  const pieces: string[] = [];
  let room = MAX_PROSE;
  let isBehindChosen = false;
  for (const [at, block] of blocks.entries()) {
    const isChosen = (fits[at] ?? 0) >= Math.max(top * 0.6, Number.MIN_VALUE) || (top === 0 && at === 0);
    if (block.isCode) {
      if (isChosen || isBehindChosen) pieces.push(`${block.text}\n\n`);
    } else if (isChosen && room > 0) {
      const said = bestSentences(block.text, weights, room);
      room -= said.length;
      pieces.push(`${said.replace(/^/gm, "> ")}\n\n`);
    }
    isBehindChosen = isChosen && !block.isCode;
  }
  return [`**${[page.title, ...chunk.headings].join(" › ")}** [${number}]\n\n`, ...pieces];
}

/** A short paragraph unchanged, or the most relevant sentences of a long one. */
function bestSentences(text: string, weights: Weights, room: number): string {
  if (text.length <= room || /^\s*(?:[-*+|]|\d+[.)])/.test(text))
    return text.length <= room ? text : cutLines(text, room);
  const sentences = text.split(/(?<=[.!?。！？])\s+/);
  const order = sentences
    .map((sentence, at) => ({ at, sentence, fit: coverage(sentence, weights) }))
    .sort((a, b) => b.fit - a.fit || a.at - b.at);
  let left = room;
  const kept = order.filter(({ sentence }, place) => {
    left -= sentence.length + 1;
    return place === 0 || left >= 0;
  });
  return kept
    .sort((a, b) => a.at - b.at)
    .map(({ sentence }) => sentence)
    .join(" ");
}

function cutLines(text: string, room: number): string {
  let left = room;
  const lines = text.split("\n").filter((line) => {
    left -= line.length + 1;
    return left >= 0;
  });
  return lines.length > 0 ? lines.join("\n") : text.slice(0, room);
}

function blocksOf(text: string): Block[] {
  return splitFences(text).flatMap(({ fence, text }): Block[] =>
    fence
      ? [{ text, isCode: true }]
      : text
          .replace(/^#{1,6} .*$/gm, "")
          .replace(/<\/?[A-Z][^<>]*>/g, "")
          .split(/\n\s*\n/)
          .map((block) => ({ text: block.trim(), isCode: false }))
          .filter((block) => block.text !== ""),
  );
}

function nearest(sources: readonly Source[]): string[] {
  const pages = new Map(sources.map((source) => [source.page.file, source] as const).reverse());
  const found = [...pages.values()].reverse().slice(0, MAX_NEAREST);
  const said = "The documentation doesn't seem to answer this.";
  if (found.length === 0) return [`${said}\n`];
  return [`${said} The nearest pages:\n\n`, ...found.map(({ page, number }) => `- ${page.title} [${number}]\n`)];
}

/** Says what the pages themselves say, behind a label that tells why. */
export function* writeQuotation(
  { whole, sources, agreed, writer }: Pick<AnswerContext, "whole" | "sources" | "agreed" | "writer">,
  label: string,
): Generator<UiChunk, void> {
  const { category, pieces } = quoteAnswer(whole, sources.all(), agreed);
  writer.beginQuotation();
  if (category === "unanswered") writer.markUnanswered();
  for (const piece of [label, ...pieces]) yield* writer.write(piece);
}
