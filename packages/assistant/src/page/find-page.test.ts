import { expect, test } from "vitest";
import { createRetriever } from "../retriever/create-retriever.ts";
import type { IndexedPage } from "./indexed-page.ts";
import { findPage } from "./page-address.ts";

const makePage = (file: string, path: string): IndexedPage => ({
  file,
  path,
  title: path,
  description: null,
  version: null,
  language: null,
  tags: [],
  groups: [],
  readers: [],
  keywords: [],
  isAside: false,
  boost: 1,
  links: [],
  chunks: [{ seq: 0, headings: [], anchor: null, text: "Gizmos." }],
});

const site = await createRetriever([
  makePage("docs/index.md", "/"),
  makePage("docs/guide/ssr.mdx", "/guide/ssr"),
  makePage("docs/guide/größe.md", "/guide/größe"),
]);

test.each([
  ["/guide/ssr", "/guide/ssr"],
  ["guide/ssr/", "/guide/ssr"],
  [" /guide/ssr.md#setup ", "/guide/ssr"],
  ["/guide/ssr.html?x=1", "/guide/ssr"],
  ["/guide/ssr/index", "/guide/ssr"],
  ["https://elsewhere.example/guide/ssr", "/guide/ssr"],
  ["docs/guide/ssr.mdx", "/guide/ssr"],
  ["/guide/gr%C3%B6%C3%9Fe", "/guide/größe"],
  ["/guide/größe", "/guide/größe"],
  ["/", "/"],
  ["/index", "/"],
])("%s is the page %s", (named, path) => {
  expect(findPage(site, named)?.path).toBe(path);
});

test("below the address of a site its own folder is left off", () => {
  expect(findPage(site, "https://example.com/handbook/guide/ssr#setup", "https://example.com/handbook")?.path).toBe(
    "/guide/ssr",
  );
  expect(findPage(site, "/handbook/guide/ssr", "https://example.com/handbook/")?.path).toBe("/guide/ssr");
});

test.each(["/nowhere", "../../etc/passwd", "\0", "  ", "/guide\n/ssr", "%", "javascript:alert(1)", "https://"])(
  "%j is no page",
  (named) => {
    expect(findPage(site, named)).toBeNull();
  },
);

test("a name of no page is looked up without going through all pages", () => {
  let visits = 0;
  const counted = {
    ...site,
    pages: () => {
      visits += 1;
      return site.pages();
    },
  };

  expect([findPage(counted, "/nowhere"), findPage(counted, "docs/guide/ssr.mdx")?.path]).toEqual([null, "/guide/ssr"]);
  expect(visits).toBe(0);
});
