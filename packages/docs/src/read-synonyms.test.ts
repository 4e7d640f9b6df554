import { expect, test } from "vitest";
import { readSynonyms, SYNONYMS_PATH } from "./read-synonyms.ts";
import { readerOf } from "./testing.ts";

const read = (text: string) => readSynonyms(readerOf({ [SYNONYMS_PATH]: text }), null);

test("groups of terms are read, and a site without the file has none", async () => {
  const { groups, problems } = await read('[["k8s", " Kubernetes "], ["sso", "single sign-on"]]');

  expect([groups, problems]).toEqual([
    [
      ["k8s", "Kubernetes"],
      ["sso", "single sign-on"],
    ],
    [],
  ]);
  expect(await readSynonyms(readerOf({}), null)).toEqual({ groups: [], problems: [] });
});

test.each([
  ["no JSON", "[[", 0],
  ["an object", '{ "k8s": "Kubernetes" }', 0],
  ["one term", '[["a", "b"],\n["k8s"]]', 1],
  ["the same term twice", '[["a", "b"], ["K8s", "k8s"]]', 1],
  ["a term that is no text", '[["a", "b"], ["k8s", 8]]', 1],
  ["a term without a letter", '[["a", "b"], ["k8s", "--"]]', 1],
  ["a term that can't be stored", '[["a", "b"], ["k8s", "\\u0000x"]]', 1],
  [
    "a term that is too long",
    JSON.stringify([
      ["a", "b"],
      ["k8s", "x".repeat(61)],
    ]),
    1,
  ],
  ["too many terms", JSON.stringify([["a", "b"], [..."abcdefghijk"]]), 1],
  ["too many groups", JSON.stringify(Array(201).fill(["a", "b"])), 200],
  ["too many characters", `[["a", "b"]${" ".repeat(100_000)}]`, 0],
])("%s is one problem, and the other groups count", async (_, text, count) => {
  const { groups, problems } = await read(text);

  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ path: SYNONYMS_PATH, rule: "synonyms", severity: "error" });
  expect(groups).toHaveLength(count);
});
