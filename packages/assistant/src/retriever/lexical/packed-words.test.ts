import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { IndexedPage } from "../../page/indexed-page.ts";
import { pathsFor, readIndexedSite } from "../../testing.ts";
import { createRetriever } from "../create-retriever.ts";
import { analyzePage, newKnownWords } from "./analyze-page.ts";
import { createWordPacker, unpackWords } from "./packed-words.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

const FILES = {
  "keys.md":
    "---\ntitle: Rotating keys\ndescription: How keys are rotated\nkeywords: [secrets]\n---\n# Rotating keys\n\nRun `docs.rotateKeys()` with `--no-verify`, see [the limits](limits.md).\n\n## When it fails\n\nERR_KEY_USED says that it is in use.\n",
  "limits.md": "# Limits\n\n设置限制 and Übersicht.\n\n## Of `maxHeaderSize`\n\nAt most 1.20.3 kB.\n",
  "empty.md": "# Empty\n",
};

const pause = () => undefined;

/** Every term by its text. */
function spell(analyzed: unknown, vocabulary: Vocabulary): unknown {
  const toText = (_: string, value: unknown) =>
    value instanceof Uint32Array ? [...value].map((id) => vocabulary.termAt(id)) : value;
  return JSON.parse(JSON.stringify(analyzed, toText));
}

async function packAll(pages: IndexedPage[]): Promise<Map<IndexedPage, Uint8Array>> {
  const pack = createWordPacker();
  const packed = new Map<IndexedPage, Uint8Array>();
  for (const page of pages) packed.set(page, await pack(page));
  return packed;
}

test("words that were packed are those of the page", async () => {
  const pages = await readIndexedSite(FILES);
  const packed = await packAll(pages);
  const vocabulary = createVocabulary();
  vocabulary.idOf("known before");
  for (const page of pages) {
    const found = await analyzePage(page, { vocabulary, known: newKnownWords(), pause });
    const unpacked = unpackWords(packed.get(page) ?? new Uint8Array(), page, vocabulary);
    expect(spell(unpacked, vocabulary)).toEqual(spell(found, vocabulary));
  }
});

test("a page of more words than a narrow number counts keeps them all", async () => {
  const text = Array.from({ length: 70_000 }, (_, at) => `w${at.toString(36)}x`).join(" ");
  const [page] = await readIndexedSite({ "long.md": `# Long\n\n${text}\n` });
  if (!page) throw new Error("no page");
  const packed = await packAll([page]);
  const vocabulary = createVocabulary();
  const found = await analyzePage(page, { vocabulary, known: newKnownWords(), pause });
  expect(spell(unpackWords(packed.get(page) ?? new Uint8Array(), page, vocabulary), vocabulary)).toEqual(
    spell(found, vocabulary),
  );
});

test("a site finds with packed words what it finds without", async () => {
  const pages = await readIndexedSite(FILES);
  const [plain, stored] = [await createRetriever(pages), await createRetriever(pages, { words: await packAll(pages) })];
  for (const question of ["how do I rotate keys?", "the limits", "ERR_KEY_USED", "header size", "限制"])
    expect(await pathsFor(stored, question)).toEqual(await pathsFor(plain, question));
});

test("words of another format, of another page and broken ones are found anew", async () => {
  const pages = await readIndexedSite(FILES);
  const [page, other] = ["/keys", "/limits"].map((path) => pages.find((one) => one.path === path));
  if (!page || !other) throw new Error("no pages");
  const packed = await packAll([page, other]);
  const own = packed.get(page) ?? new Uint8Array();
  const later = own.slice();
  later[0] = 250;
  const broken = [later, own.subarray(0, 20), own.subarray(0, 3), new Uint8Array(), packed.get(other)];
  for (const bytes of broken) expect(unpackWords(bytes ?? own, page, createVocabulary())).toBeNull();
  const retriever = await createRetriever([page], { words: new Map([[page, later]]) });
  expect(await pathsFor(retriever, "rotate keys")).toEqual([page.path]);
});

test("the format is another one when the words of a page are", async () => {
  const packed = await packAll(await readIndexedSite(FILES));
  const hash = createHash("sha256");
  for (const bytes of packed.values()) hash.update(bytes);
  // Raise WORDS_FORMAT with this: words that are stored would not match those of questions.
  expect(hash.digest("hex").slice(0, 16)).toBe("c32e93b99a4f7e05");
});
