import { expect, test } from "vitest";
import { readerOf } from "../testing.ts";
import { likelyPages, type PastChange } from "./past-changes.ts";
import { searchPages } from "./search-pages.ts";

const bestOf = (query: string, past: readonly PastChange[]) =>
  [...likelyPages(query, past)]
    .filter(([path]) => !path.endsWith("/"))
    .sort(([, a], [, b]) => b - a)
    .map(([path]) => path);

test("a page that was changed with a message of the same rare words comes first", () => {
  const past = [
    { message: "Update the index", paths: ["index.md"] },
    { message: "Say how to rotate secrets", paths: ["keys.md"] },
    { message: "Update the guides", paths: ["a.md"] },
  ];

  expect(bestOf("rotate secrets", past)[0]).toBe("keys.md");
});

test("of pages whose messages say nothing, the one that was changed lately or often comes first", () => {
  const late = { message: "One", paths: ["late.md"] };
  const early = { message: "Two", paths: ["early.md"] };
  const often = Array.from({ length: 9 }, (_, at) => ({ message: `Change ${at}`, paths: ["often.md"] }));
  const both = { message: "Three", paths: ["late.md", "often.md"] };

  expect(bestOf("rotate secrets", [late, early])).toEqual(["late.md", "early.md"]);
  expect(bestOf("rotate secrets", [both, ...often])).toEqual(["often.md", "late.md"]);
});

test("a commit of very many pages says nothing, and one of several less than one of a single page", () => {
  const many = Array.from({ length: 21 }, (_, at) => `many/${at}.md`);
  // Behind so many, none of them is much later than another.
  const later = Array.from({ length: 200 }, () => ({ message: "Other", paths: [] }));
  const past = [
    ...later,
    { message: "Rotate secrets", paths: many },
    { message: "Rotate secrets", paths: ["b.md", "c.md", "d.md", "e.md"] },
    { message: "Rotate secrets", paths: ["alone.md"] },
  ];

  const likely = likelyPages("rotate secrets in the aurora", past);

  expect(likely.get("many/0.md")).toBeUndefined();
  expect(likely.get("alone.md")).toBeGreaterThan(likely.get("b.md") ?? 0);
});

test("history adds less to a request that says more, and however often a page was changed, no more than twice the best text", () => {
  const past = Array.from({ length: 500 }, () => ({ message: "rotate secrets", paths: ["busy.md"] }));
  const shareOf = (query: string) => likelyPages(query, past).get("busy.md") ?? 0;

  expect(shareOf("rotate secrets")).toBeLessThan(2);
  expect(shareOf("rotate secrets before they expire at midnight")).toBeLessThan(shareOf("rotate secrets"));
  expect(likelyPages("rotate secrets", []).size).toBe(0);
});

test("a page beside one that was changed lately comes before one in another folder, also if it was never changed itself", async () => {
  const text = "# Limits\n\nA timeout of nine seconds.\n";
  const reader = readerOf({ "a/limits.md": text, "b/limits.md": text, "b/other.md": "# Other\n\nNothing.\n" });
  const past = [{ message: "Describe others", paths: ["b/other.md"] }];

  const [first] = await searchPages(reader, "timeout", 10, { likely: async () => likelyPages("timeout", past) });

  expect(first?.path).toBe("b/limits.md");
});

test("of pages that have the same words, the one nearer to the root comes first, and one whose whole name is in the query before both", async () => {
  const text = "# Limits\n\nA timeout of nine seconds for each upload.\n";
  const find = async (files: Record<string, string>) =>
    (
      await searchPages(readerOf({ "z.md": "# Nothing\n", ...files }), "how long is a timeout of an upload to storage")
    ).map(({ path }) => path);

  expect(await find({ "a/b/c.md": text, "d.md": text })).toEqual(["d.md", "a/b/c.md"]);
  expect(await find({ "a/b/uploads.md": text, "d.md": text })).toEqual(["a/b/uploads.md", "d.md"]);
});

test("between pages with the same text a search takes the likely one, and where no page has the query's terms it finds none", async () => {
  const text = "# Limits\n\nA timeout of nine seconds.\n";
  const reader = readerOf({ "a.md": text, "b.md": text, "c.md": "# Other\n\nNothing.\n" });
  const likely = new Map([
    ["b.md", 0.1],
    ["c.md", 0.6],
  ]);
  const find = async (query: string) =>
    (await searchPages(reader, query, 10, { likely: async () => likely })).map(({ path }) => path);

  expect(await find("timeout")).toEqual(["b.md", "a.md", "c.md"]);
  expect(await find("aurora")).toEqual([]);
});

test("a request that names no page finds those that were changed last, also where their text has none of its words", async () => {
  const reader = readerOf({ "a.md": "# Limits\n\nNine seconds.\n", "b.md": "# Other\n\nNothing.\n" });
  const past = [
    { message: "Describe the limits", paths: ["b.md"] },
    { message: "Add pages", paths: ["a.md", "b.md"] },
  ];
  const find = (query: string) => searchPages(reader, query, 10, { likely: async () => likelyPages(query, past) });

  expect((await find("fix typos")).map(({ path }) => path)).toEqual(["b.md", "a.md"]);
});

test("a page whose heading, folder or name is the query comes before one that speaks more of it", async () => {
  const text = `# Other\n\n${"The access token. ".repeat(8)}\n`;
  const find = async (files: Record<string, string>) =>
    (await searchPages(readerOf({ "z.md": "# Nothing\n", "a.md": text, ...files }), "access tokens")).map(
      ({ path }) => path,
    )[0];

  expect(await find({ "b.md": "# Setup\n\nFirst.\n\n## Access tokens\n\nAn access token is made.\n" })).toBe("b.md");
  expect(await find({ "access-tokens/index.md": "# Start\n\nAn access token is made.\n" })).toBe(
    "access-tokens/index.md",
  );
});

test("what is known of a translation counts for its page", async () => {
  const text = "# Limits\n\nA timeout of nine seconds.\n";
  const reader = readerOf({ "a.md": text, "guide/b.md": text, "guide/fr/b.md": "# Limites\n" });

  const [first] = await searchPages(reader, "timeout", 10, { likely: async () => new Map([["guide/fr/b.md", 0.2]]) });

  expect(first?.path).toBe("guide/b.md");
});

test("a likely page is looked at although many others speak more of the terms", async () => {
  const page = (words: number) => `# Limits\n\n${"Other text. ".repeat(words)}A timeout.\n`;
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`a${at}.md`, page(10)]));
  const reader = readerOf({ ...many, "timeout.md": "# Timeout\n\nThe timeout.\n", "z.md": page(400) });
  const find = async (likely: Map<string, number>) =>
    (await searchPages(reader, "timeout", 80, { likely: async () => likely })).map(({ path }) => path);

  expect(await find(new Map())).not.toContain("z.md");
  expect(await find(new Map([["z.md", 0.6]]))).toContain("z.md");
});
