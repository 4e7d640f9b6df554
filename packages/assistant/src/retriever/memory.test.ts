import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { encodeVectors } from "../embedding/vectors.ts";
import type { IndexedPage } from "../page/indexed-page.ts";
import { createRetriever } from "./create-retriever.ts";
import { createWordPacker } from "./lexical/packed-words.ts";

const SITES = 3;
const DIMENSIONS = 384;
const MAX_LOOKS = 30;
const STEADY_BYTES = 10_000;
/** What else the process lets go of or takes meanwhile makes one of them wrong. */
const MEASUREMENTS = 3;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Memory in use, once it is steady: the bytes of arrays are given back beside the program, a moment after the collection. */
async function usedBytes(): Promise<number> {
  let last = Number.POSITIVE_INFINITY;
  for (let times = 0; times < MAX_LOOKS; times += 1) {
    collect();
    await sleep(20);
    const { heapUsed, external } = process.memoryUsage();
    if (Math.abs(heapUsed + external - last) < STEADY_BYTES) break;
    last = heapUsed + external;
  }
  return last;
}

type Shape = { pages: number; chunks: number; words: number; links: number; letter?: string };

const word = (number: number, letter = "w") => `${letter}${((number * 7_919) % 9_973).toString(36)}`;
const text = (from: number, words: number, letter?: string) =>
  Array.from({ length: words }, (_, at) => word(from + at * at, letter)).join(" ");

function pageOf(number: number, { pages, chunks, words, links, letter }: Shape): IndexedPage {
  return {
    file: `docs/guides/page-${number}.md`,
    path: `/guides/page-${number}`,
    title: `Guide ${number} of ${word(number)}`,
    description: text(number, 8),
    version: null,
    language: null,
    isAside: false,
    tags: [],
    groups: ["Guides"],
    readers: null,
    keywords: [],
    boost: 1,
    links: Array.from({ length: links }, (_, at) => ({
      file: `docs/guides/page-${(number + at * 3 + 1) % pages}.md`,
      text: text(number + at, 3),
    })),
    chunks: Array.from({ length: chunks }, (_, seq) => ({
      seq,
      headings: [`Part ${seq} of ${word(seq)}`, text(number + seq, 4)],
      anchor: `part-${seq}`,
      text: text(number * 31 + seq, words, letter),
    })),
  };
}

test.for<[string, Shape, { isPacked: boolean; isMeant: boolean }]>([
  ["of usual pages", { pages: 100, chunks: 8, words: 90, links: 3 }, { isPacked: true, isMeant: false }],
  [
    "of usual pages whose words are found in the process",
    { pages: 100, chunks: 8, words: 90, links: 3 },
    { isPacked: false, isMeant: false },
  ],
  ["of usual pages with vectors", { pages: 100, chunks: 8, words: 90, links: 3 }, { isPacked: true, isMeant: true }],
  [
    "of pages in another script",
    { pages: 100, chunks: 8, words: 90, links: 3, letter: "ж" },
    { isPacked: true, isMeant: false },
  ],
  ["of short pages", { pages: 600, chunks: 1, words: 20, links: 1 }, { isPacked: true, isMeant: false }],
  ["of pages with many links", { pages: 100, chunks: 4, words: 40, links: 30 }, { isPacked: true, isMeant: false }],
  ["of long pages", { pages: 60, chunks: 20, words: 120, links: 5 }, { isPacked: true, isMeant: false }],
])("what a site %s says that it takes is what the process grows by", async ([, shape, { isPacked, isMeant }]) => {
  const pack = createWordPacker();
  const texts: string[] = [];
  const packed: Uint8Array[] = [];
  for (let number = 0; number < shape.pages; number += 1) {
    const page = pageOf(number, shape);
    texts.push(JSON.stringify(page));
    packed.push(await pack(page));
  }
  const vectors = encodeVectors(Array.from({ length: shape.chunks }, () => new Float32Array(DIMENSIONS).fill(0.1)));
  const embedder = {
    id: "fixed",
    embedQuery: async () => new Float32Array(DIMENSIONS),
    embedDocuments: async () => [],
  };
  const open = async () => {
    const pages: IndexedPage[] = texts.map((text) => JSON.parse(text));
    const words = new Map(pages.map((page, number) => [page, packed[number] ?? new Uint8Array()]));
    const meaning = { embedder, vectors: new Map(pages.map((page) => [page, new Uint8Array(vectors)])) };
    const retriever = await createRetriever(pages, {
      ...(isPacked ? { words } : {}),
      ...(isMeant ? { meaning } : {}),
    });
    await retriever.search({ text: "how is a guide written", limit: 5 });
    return retriever;
  };
  await open();
  const shares: number[] = [];
  // All stay: those of one measurement must not be let go of during the next.
  const held = [];
  for (let time = 0; time < MEASUREMENTS; time += 1) {
    const before = await usedBytes();
    let said = 0;
    for (let site = 0; site < SITES; site += 1) {
      const retriever = await open();
      held.push(retriever);
      said += retriever.sizeBytes;
    }
    shares.push(said / ((await usedBytes()) - before));
  }

  const [, median = 0] = shares.sort((a, b) => a - b);
  expect(held).toHaveLength(MEASUREMENTS * SITES);
  expect(median).toBeGreaterThan(0.93);
  expect(median).toBeLessThan(1.12);
});
