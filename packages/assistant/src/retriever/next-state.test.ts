import { expect, test } from "vitest";
import { pathsFor, readIndexedSite, retrieverOf } from "../testing.ts";
import { createRetriever } from "./create-retriever.ts";

const FILES = {
  "index.md": "# Home\n\nSee [the proxy](./proxy.md).\n",
  "proxy.md": "# Proxy\n\nForwards requests to the upstream.\n",
  "cache.md": "# Cache\n\nKeeps responses of the upstream.\n",
};

test("a page that is gone answers no more, and one that came does", async () => {
  const before = await retrieverOf(FILES);
  const after = await retrieverOf({ "index.md": FILES["index.md"], "queue.md": "# Queue\n\nHolds jobs.\n" }, before);

  expect(await pathsFor(after, "upstream")).toEqual([]);
  expect(await pathsFor(after, "jobs")).toEqual(["/queue"]);
  expect((await pathsFor(before, "upstream")).sort()).toEqual(["/cache", "/proxy"]);
  expect(await pathsFor(before, "jobs")).toEqual([]);
});

test("a state made from an earlier one answers as one made from nothing", async () => {
  const before = await readIndexedSite(FILES);
  const kept = before.filter(({ path }) => path !== "/cache");
  const [changed] = await readIndexedSite({ "cache.md": "# Cache\n\nStores upstream answers by their key.\n" });
  const pages = [...kept, ...(changed ? [{ ...changed, path: "/cache" }] : [])];
  const grown = await createRetriever(pages, { earlier: await createRetriever(before) });
  const fresh = await createRetriever(pages);

  for (const text of ["upstream", "the proxy", "keeps", "stored answer keys", "forwrads"])
    expect(await grown.search({ text, limit: 10 })).toEqual(await fresh.search({ text, limit: 10 }));
});

test("says how much memory it holds, more for more pages", async () => {
  const small = await retrieverOf(FILES);
  const more = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`p${n}.md`, `# Page ${n}\n\n${`Some text about thing${n}. `.repeat(50)}\n`]),
  );
  const large = await retrieverOf({ ...FILES, ...more });

  expect(small.sizeBytes).toBeGreaterThan(1_000);
  expect(large.sizeBytes).toBeGreaterThan(200 * 1_000);
});

test("a site without pages answers with nothing", async () => {
  const empty = await createRetriever([]);

  expect(await empty.search({ text: "anything", limit: 5, currentPath: "/" })).toEqual([]);
});
