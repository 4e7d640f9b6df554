import { expect, test } from "vitest";
import { makeDataDir, makeRepository } from "../testing.ts";
import { openTestCache } from "../testing-jobs.ts";
import { createBlobParser, openBlobReader, storeBlob } from "./blob-store.ts";

const SHA = "a".repeat(40);

test.each([1, 2, 3, 7, 64, 10_000])("contents are cut out alike when the output comes %i bytes at a time", (size) => {
  const output = Buffer.from(
    [
      `${SHA} blob 5\nhello\n`,
      `${SHA} blob 0\n\n`,
      `${SHA} missing\n`,
      `${SHA} blob 3\n\n\n\n\n`,
      `${SHA} blob 12\nlonger text.\n`,
    ].join(""),
  );
  const contents: (string | null)[] = [];
  const parse = createBlobParser(8, (content) => contents.push(content?.toString() ?? null));

  for (let at = 0; at < output.length; at += size) parse(output.subarray(at, at + size));

  expect(contents).toEqual(["hello", "", null, "\n\n\n", "longer te"]);
});

test("a hundred concurrent requests are answered in their order, large and small", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  using cache = await openTestCache(repository, data.path);
  const reader = openBlobReader(cache, { maxBytes: 50_000 });
  const texts = Array.from({ length: 100 }, (_, index) => `${index} `.repeat(index * 100));
  const shas = await Promise.all(texts.map((text) => storeBlob(cache, Buffer.from(text))));

  const contents = await Promise.all(shas.map((sha) => reader.read(sha)));
  reader.close();

  expect(contents.map(String)).toEqual(texts);
});

test("a blob the cache lacks fails its own read alone", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  using cache = await openTestCache(repository, data.path);
  const reader = openBlobReader(cache, { maxBytes: 100 });
  const sha = await storeBlob(cache, Buffer.from("there"));

  const [lacking, there] = await Promise.allSettled([reader.read("b".repeat(40)), reader.read(sha)]);
  reader.close();

  expect(lacking).toMatchObject({ status: "rejected", reason: { code: "git_failed" } });
  expect(there).toMatchObject({ status: "fulfilled", value: Buffer.from("there") });
});
