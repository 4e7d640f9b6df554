import { describe, expect, test } from "vitest";
import { pathsFor, retrieverOf } from "../testing.ts";

const page = (title: string, front: string, text = "The proxy forwards requests.") =>
  `---\ntitle: ${title}\n${front}---\n${text}\n`;

const EDITIONS = await retrieverOf({
  "index.md": page("Home", "", "Welcome."),
  "guide/proxy.md": page("Proxy", "tags: [network]\ngroups: [Guides]\n"),
  "api/proxy.md": page("Proxy", "groups: [Reference]\n"),
  "v1/guide/proxy.md": page("Proxy", ""),
  "v2/guide/proxy.md": page("Proxy", ""),
  "fr/guide/proxy.md": page("Proxy", "", "Le proxy transmet les requêtes."),
});

test("finds pages of the wanted version, and those without one", async () => {
  const paths = await pathsFor(EDITIONS, "proxy", { filter: { version: "2" } });

  expect(paths).toContain("/v2/guide/proxy");
  expect(paths).toContain("/guide/proxy");
  expect(paths).not.toContain("/v1/guide/proxy");
});

test("finds pages in the wanted language alone", async () => {
  expect(await pathsFor(EDITIONS, "proxy", { filter: { language: "fr" } })).toEqual(["/fr/guide/proxy"]);
});

test("takes pages without a language for the one that no page is marked with", async () => {
  const paths = await pathsFor(EDITIONS, "proxy", { filter: { language: "en" } });

  expect(paths).toContain("/guide/proxy");
  expect(paths).not.toContain("/fr/guide/proxy");
});

test("finds pages that carry the wanted tag", async () => {
  expect(await pathsFor(EDITIONS, "proxy", { filter: { tag: "Network" } })).toEqual(["/guide/proxy"]);
});

test("finds pages of any of the wanted groups", async () => {
  const paths = await pathsFor(EDITIONS, "proxy", { filter: { groups: ["Guides", "Reference"] } });

  expect(paths.sort()).toEqual(["/api/proxy", "/guide/proxy"]);
});

test("finds pages at a path or below it, and none that only begins like it", async () => {
  const site = await retrieverOf({
    "api/index.md": page("Proxy", ""),
    "api/one.md": page("Proxy", ""),
    "apis/two.md": page("Proxy", ""),
  });

  expect((await pathsFor(site, "proxy", { filter: { path: "/api/" } })).sort()).toEqual(["/api", "/api/one"]);
});

test("puts the edition of the page that the reader sees first", async () => {
  const [first] = await pathsFor(EDITIONS, "proxy", { currentPath: "/v1/guide/other" });
  const [near] = await pathsFor(EDITIONS, "proxy", { currentPath: "/v1/guide/proxy" });
  const [french] = await pathsFor(EDITIONS, "proxy", { currentPath: "/fr/guide/proxy/#top" });

  expect([first, near, french]).toEqual(["/v1/guide/proxy", "/v1/guide/proxy", "/fr/guide/proxy"]);
});

test("answers an empty question with the pages around the reader", async () => {
  const hits = await EDITIONS.search({ text: "", limit: 5, currentPath: "/api/proxy" });

  expect(hits.map(({ page }) => page.path)).toEqual(["/api/proxy"]);
  expect(hits[0]?.passages).toHaveLength(1);
});

test("words beside the question decide between pages that answer it alike", async () => {
  const site = await retrieverOf({
    "index.md": page("Home", "", "Welcome."),
    "a.md": page("Server", "", "Configure the port of the server in `listenOptions`."),
    "b.md": page("Client", "", "Configure the port of the client in `dialOptions`."),
  });
  const ask = (context?: string[]) => pathsFor(site, "how to configure the port?", { context });

  expect((await ask(["const dialOptions = { port: 1 }"]))[0]).toBe("/b");
  expect((await ask(["listenOptions.port"]))[0]).toBe("/a");
});

test("words beside the question count for less than its own", async () => {
  const site = await retrieverOf({
    "index.md": page("Home", "", "Welcome."),
    "cache.md": page("Caching", "", "Entries of the cache expire."),
    "proxy.md": page("Proxy", "", "The proxy forwards requests."),
  });

  expect((await pathsFor(site, "cache expire", { context: ["proxy"] }))[0]).toBe("/cache");
});

test("a page's own weight and keywords count", async () => {
  const site = await retrieverOf({
    "index.md": page("Home", "", "Welcome."),
    "a.md": page("Proxy", ""),
    "b.md": page("Proxy", "boost: 2\n"),
    "c.md": page("Forwarding", "keywords: [tunnel]\n"),
  });

  expect((await pathsFor(site, "proxy"))[0]).toBe("/b");
  expect(await pathsFor(site, "tunnel")).toEqual(["/c"]);
});

test("a page is found by what other pages call it", async () => {
  const site = await retrieverOf({
    "index.md": "# Home\n\nRead about [zero downtime](./deploy.md) first.\n",
    "deploy.md": "# Releasing\n\nReplace one server after another.\n",
  });

  expect(await pathsFor(site, "downtime")).toContain("/deploy");
});

test("knows a page by any form of its path", async () => {
  for (const path of ["/api/proxy", "/api/proxy/", "https://docs.example.com/api/proxy?x=1#top", "api/proxy.html"])
    expect(EDITIONS.pageAt(path)?.path).toBe("/api/proxy");
  expect(EDITIONS.pageAt("/nowhere")).toBeUndefined();
});

describe("of a site with frozen versions", () => {
  const FROZEN = {
    "sidebars.json": '{ "main": ["quota"] }',
    "versions.json": '["2.0", "1.0"]',
    "docs/quota.md": "# Quota\n\nA quota bounds a region.\n",
    "versioned_docs/version-2.0/quota.md": "# Quota\n\nA quota bounds a region.\n",
    "versioned_docs/version-1.0/quota.md": "# Quota\n\nA quota bounds a region.\n",
  };

  test.each([
    ["the version that readers come to first answers", {}, ["/docs/quota"]],
    [
      "a reader of an older one gets that before it",
      { currentPath: "/docs/1.0/quota" },
      ["/docs/1.0/quota", "/docs/quota"],
    ],
    ["a filter names any of them", { filter: { version: "next" } }, ["/docs/next/quota"]],
  ])("%s", async (_, query, paths) => {
    const retriever = await retrieverOf(FROZEN);

    const hits = await retriever.search({ text: "what is a quota?", limit: 5, ...query });

    expect(hits.map(({ page }) => page.path)).toEqual(paths);
  });
});
