import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDataDir } from "../testing.ts";
import { storeBlob } from "./blob-store.ts";
import { openRepositoryCache, type RepositoryCache } from "./repository-cache.ts";

let cache: RepositoryCache;
let data: Awaited<ReturnType<typeof makeDataDir>>;
beforeAll(async () => {
  data = await makeDataDir();
  const url = "file:///nowhere";
  cache = await openRepositoryCache({
    dataDir: data.path,
    repository: url,
    access: async () => ({ url, env: {} }),
  });
});
afterAll(async () => {
  cache.close();
  await data.remove();
});

const CONTENTS = {
  "an empty file": Buffer.alloc(0),
  "a short text": Buffer.from("# Hello\n"),
  "CRLF and a byte order mark": Buffer.from("\ufeffa\r\nb"),
  "a text of 512 KB": Buffer.from("0123456789abcdef".repeat(32_000)),
};

test.each(Object.entries(CONTENTS))("git finds %s under the name it would give itself", async (_, bytes) => {
  const sha = await storeBlob(cache, bytes);

  const named = await cache.git({ args: ["hash-object", "--stdin"], stdin: bytes });
  const stored = await cache.git({ args: ["cat-file", "blob", sha] });
  expect(named.stdout.toString().trim()).toBe(sha);
  expect(stored.stdout.equals(bytes)).toBe(true);
});

test("the same content written by many in parallel is one valid object", async () => {
  const shas = await Promise.all(Array.from({ length: 20 }, () => storeBlob(cache, Buffer.from("the same"))));

  const { stdout } = await cache.git({ args: ["count-objects", "-v"] });
  expect(new Set(shas).size).toBe(1);
  expect(stdout.toString()).toContain("garbage: 0");
  await cache.git({ args: ["fsck", "--strict", "--no-dangling"] });
});
