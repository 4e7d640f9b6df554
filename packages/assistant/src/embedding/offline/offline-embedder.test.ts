import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { createOfflineEmbedder } from "./offline-embedder.ts";

const embedder = createOfflineEmbedder();
const nearness = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

test("the same text has the same vector, alone and among others", async () => {
  const [first, , again] = await embedder.embedDocuments([
    "Install the package",
    "Something else that is longer",
    "Install the package",
  ]);
  const alone = await embedder.embedQuery("Install  the package\n");

  expect(again).toEqual(first);
  expect(alone).toEqual(first);
});

test("vectors come in the order of their texts, however long these are", async () => {
  const texts = ["how to bake bread ".repeat(60), "login", "rotate the keys of a database ".repeat(8), "colors"];

  const together = await embedder.embedDocuments(texts);

  for (const [at, text] of texts.entries()) {
    const [alone = new Float32Array()] = await embedder.embedDocuments([text]);
    expect(together[at]).toEqual(alone);
  }
});

test("a question is nearer to what answers it in other words than to other passages", async () => {
  const question = await embedder.embedQuery("eliminating secret codes of customers");
  const passages = await embedder.embedDocuments([
    "Accounts › Passwords\nTo remove a password, open the user's settings and choose erase.",
    "Deployment › Containers\nBuild the image and push it to the registry before you roll out.",
    "Styling › Colors\nTheme colors are given as hexadecimal values in the stylesheet.",
  ]);

  const [right = 0, ...wrong] = passages.map((passage) => nearness(question, passage));

  expect(right).toBeGreaterThan(Math.max(...wrong) + 0.1);
});

test("words of the trade that are in no dictionary have a meaning", async () => {
  const question = await embedder.embedQuery("npm login fails");
  const [right = question, wrong = question] = await embedder.embedDocuments([
    "Sign in to the package registry with a token",
    "Center an element on the page",
  ]);

  expect(nearness(question, right)).toBeGreaterThan(nearness(question, wrong) + 0.1);
});

test("a vector has length 1, and a text of any length has one", async () => {
  const vectors = await embedder.embedDocuments(["Where is it?", "word ".repeat(20_000), "サーバーを設定する方法"]);

  for (const vector of vectors) {
    expect(vector).toHaveLength(384);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  }
});

test("an empty text, and one without words, has no meaning", async () => {
  const vectors = [...(await embedder.embedDocuments(["", "…", "?!", "A text"])), await embedder.embedQuery("  ")];

  expect(vectors.map((vector) => Math.round(Math.hypot(...vector)))).toEqual([0, 0, 0, 1, 0]);
});

test.skipIf(availableParallelism() < 2)(
  "passages are shared among threads, and one alone starts no second",
  async () => {
    const ready: string[] = [];
    const own = createOfflineEmbedder({ onReady: (name) => ready.push(name) });

    await own.embedDocuments(["One passage"]);
    const one = ready.length;
    await own.embedDocuments(Array.from({ length: 64 }, (_, at) => `Passage ${at} of many`));

    expect([one, ready.length]).toEqual([1, 2]);
  },
);

test("embedding ends when it is called off", async () => {
  const aborted = AbortSignal.abort(new Error("called off"));
  const running = new AbortController();
  const texts = Array.from({ length: 400 }, (_, at) => `Text ${at} ${"that says something ".repeat(40)}`);

  const embedding = embedder.embedDocuments(texts, { signal: running.signal });
  running.abort(new Error("called off, too"));

  await expect(embedder.embedDocuments(["A text"], { signal: aborted })).rejects.toThrow("called off");
  await expect(embedding).rejects.toThrow("called off, too");
});

test("where very many questions come at the same time, the first are embedded and the others do not wait", async () => {
  const questions = Array.from({ length: 40 }, (_, at) => `How is quota number ${at} restored?`);

  const vectors = await Promise.all(questions.map((question) => embedder.embedQuery(question)));
  const later = await embedder.embedQuery(questions.at(-1) ?? "");

  const lengths = vectors.map((vector) => Math.round(Math.hypot(...vector)));
  expect(lengths.slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(lengths.at(-1)).toBe(0);
  expect(Math.hypot(...later)).toBeCloseTo(1, 5);
});
