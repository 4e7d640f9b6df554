import { expect, test } from "vitest";
import { readSite } from "./read-site.ts";
import { resolveLink } from "./resolve-link.ts";
import { readerOf, wholeReaderOf } from "./testing.ts";

const site = await readSite(
  readerOf({
    "README.md": "# Repository\n",
    "docs/docs.json": JSON.stringify({
      navigation: { pages: [] },
      redirects: [{ source: "/old/*", destination: "/" }],
    }),
    "docs/index.mdx": "# Home\n",
    "docs/guide/index.mdx": "# Guide\n",
    "docs/guide/install.mdx": "# Install\n",
    "docs/guide/über uns.mdx": "# Us\n",
    "docs/api/v1.2.mdx": "# Version\n",
    "docs/snippets/part.mdx": "Part\n",
  }),
);
const from = "docs/guide/install.mdx";

test.each([
  ["/", "docs/index.mdx"],
  ["/guide", "docs/guide/index.mdx"],
  ["/guide/", "docs/guide/index.mdx"],
  ["/guide/index", "docs/guide/index.mdx"],
  ["/guide/install", "docs/guide/install.mdx"],
  ["/guide/install.mdx", "docs/guide/install.mdx"],
  ["/guide/install.html", "docs/guide/install.mdx"],
  ["/guide//install?tab=npm", "docs/guide/install.mdx"],
  ["./install", "docs/guide/install.mdx"],
  ["install.mdx", "docs/guide/install.mdx"],
  ["../api/v1.2", "docs/api/v1.2.mdx"],
  ["../index.mdx", "docs/index.mdx"],
  ["..", "docs/index.mdx"],
  ["../guide", "docs/guide/index.mdx"],
  ["%C3%BCber%20uns", "docs/guide/über uns.mdx"],
  ["../../README.md", "README.md"],
])("%s leads to %s", (url, path) => {
  expect(resolveLink(site, from, url)).toEqual({ kind: "page", path, anchor: null });
});

test("an anchor stays with its page, and alone means the page itself", () => {
  expect(resolveLink(site, from, "/guide#top")).toEqual({ kind: "page", path: "docs/guide/index.mdx", anchor: "top" });
  expect(resolveLink(site, from, "#a%20b")).toEqual({ kind: "page", path: from, anchor: "a%20b" });
  expect(resolveLink(site, from, "/guide#")).toEqual({ kind: "page", path: "docs/guide/index.mdx", anchor: null });
});

test.each([
  "/guide/nope",
  "./nope",
  "nope.md",
  "../api/nope.mdx",
  "/nope",
  "/Guide/Install",
  "../install",
  "../../../../x.md",
])("%s is missing", (url) => {
  expect(resolveLink(site, from, url)).toEqual({ kind: "missing", target: url });
});

test.each(["https://example.com", "mailto:a@example.com", "//cdn.example.com/x", "JAVASCRIPT:alert(1)", "tel:+47"])(
  "%s leads off the site",
  (url) => {
    expect(resolveLink(site, from, url)).toEqual({ kind: "external" });
  },
);

test.each(["/old/page", "{props.href}", "@site/docs/x.md", "../../elsewhere/x.md"])(
  "%s is neither right nor wrong",
  (url) => {
    expect(resolveLink(site, from, url)).toEqual({ kind: "unknown" });
  },
);

test("files that are no pages are assets", () => {
  expect(resolveLink(site, from, "./a.png")).toEqual({ kind: "asset", path: "docs/guide/a.png" });
  expect(resolveLink(site, from, "/openapi.json#x")).toEqual({ kind: "asset", path: null });
});

test("relative links of a piece for other pages depend on who includes it", () => {
  expect(resolveLink(site, "docs/snippets/part.mdx", "./nope")).toEqual({ kind: "unknown" });
});

test("where pages can also be code, only a link among the site's own pages is missing", async () => {
  const nextra = await readSite(
    readerOf({
      "pages/_meta.json": "{}",
      "pages/docs/a.mdx": "[b](/docs/b)\n",
      "pages/docs/b.mdx": "# B\n",
      "pages/docs/demo.tsx": "export default 1;\n",
    }),
  );
  const kind = (url: string) => resolveLink(nextra, "pages/docs/a.mdx", url).kind;

  expect([kind("/docs/nope"), kind("/about"), kind("/team/x"), kind("/docs/demo")]).toEqual([
    "missing",
    "unknown",
    "unknown",
    "unknown",
  ]);
});

test("a Docusaurus page is found by its file, by its address, and from the root of the docs", async () => {
  const docusaurus = await readSite(
    readerOf({
      "docs/_category_.json": "{}",
      "docs/a/Store.md": "---\nslug: /the-store\n---\n",
      "docs/b/x.md": "[s](/the-store)\n",
    }),
  );
  const path = (url: string) => resolveLink(docusaurus, "docs/b/x.md", url);

  for (const url of ["../a/Store.md", "a/Store.md", "/the-store"])
    expect(path(url)).toEqual({ kind: "page", path: "docs/a/Store.md", anchor: null });
});

test("links without an ending are read as most of the site's own are: from the file, or from an address with a slash", async () => {
  const open = async (prefix: string) => {
    const page = (...names: string[]) => names.map((name) => `[x](${prefix}${name})`).join(" ");
    return readSite(
      wholeReaderOf({
        "pages/_meta.json": "{}",
        "pages/index.mdx": "# Home\n",
        "pages/start/a.mdx": page("b", "c"),
        "pages/start/b.mdx": page("a", "c"),
        "pages/start/c.mdx": page("a", "b"),
      }),
    );
  };
  const [file, folder] = [await open("./"), await open("../")];
  const kind = (site: typeof file, url: string) => resolveLink(site, "pages/start/a.mdx", url).kind;

  expect([kind(file, "./b"), kind(file, "../b")]).toEqual(["page", "missing"]);
  expect([kind(folder, "../b"), kind(folder, "./b")]).toEqual(["page", "missing"]);
});

test("a redirect that takes every address does not make a link right", async () => {
  const site = await readSite(
    wholeReaderOf({
      "docs/.vitepress/config.ts": "export default {}\n",
      "docs/guide/a.md": "# A\n",
      "docs/guide/b.md": "# B\n",
      "docs/public/_redirects": "/old/* /guide/a\n/* /404.html 404\n",
    }),
  );
  const kind = (url: string) => resolveLink(site, "docs/guide/a.md", url).kind;

  expect([kind("/guide/gone"), kind("./gone"), kind("/old/x")]).toEqual(["missing", "missing", "unknown"]);
});
