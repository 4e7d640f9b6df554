import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, PAGE, pages } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const site = (path: string, body: string, more: Files): Files => ({
  "README.md": PAGE,
  ...pages("docs/oil.md", "docs/wick.md"),
  [path]: `# Page\n\n${body}\n`,
  ...more,
});

test.each([".obsidian/app.json", ".foam/settings.json", "logseq/config.edn", "dendron.yml", "docs/writerside.cfg"])(
  "where %s lies, pages and pictures are found by their names",
  async (path) => {
    const files = site("docs/notes/a.md", "[a](wick.md) [b](Lamp%20Oil.md) ![c](lamp.png)\n\n[d](none.md)", {
      "docs/deep/Lamp Oil.md": PAGE,
      "docs/files/lamp.png": "",
    });
    expect(await allFaults({ ...files, [path]: "" })).toEqual(["docs/notes/a.md:5 broken-link"]);
    expect(await allFaults(files)).toHaveLength(4);
  },
);

test.each(["mix.exs", "Cargo.toml", "_pkgdown.yml"])(
  "where %s lies, a tool writes HTML beside the pages, and other pages are missed",
  async (path) => {
    const files = site("docs/start.md", "[a](Lantern.Lamp.html#on)\n\n[b](none.md)", {});
    expect(await allFaults({ ...files, [path]: "" })).toEqual(["docs/start.md:5 broken-link"]);
    expect(await allFaults(files)).toHaveLength(2);
  },
);

test("a name of code is a link where rustdoc or ExDoc reads the page", async () => {
  const body = "[a](Lamp) [b](Lamp::new) [c](mod@oil) [d](on())\n\n[e](none.md) [f](LICENSE-OIL)";
  const files = site("docs/start.md", body, { "Cargo.toml": "" });
  expect(await allFaults(files)).toEqual(["docs/start.md:5 broken-link", "docs/start.md:5 broken-link"]);
  const elixir = site("docs/start.md", "[a](`Lantern.Lamp.on/1`)\n\n[e](none.md)", { "mix.exs": "" });
  expect(await allFaults(elixir)).toEqual(["docs/start.md:5 broken-link"]);
});

test("DocC finds pictures of a catalog by their names", async () => {
  const files = site("Sources/L/L.docc/L.md", "![a](hero) ![b](lamp.png)", {
    "Sources/L/L.docc/Resources/lamp@2x.png": "",
  });
  const { errors, warnings, counts } = await checkSite({ reader: wholeReaderOf(files), base: null });
  expect([...errors, ...warnings]).toEqual([]);
  expect(counts.unknownLinks).toBe(2);
});

test("a story is an address of Storybook", async () => {
  const files = site("src/start.md", "[a](/docs/lamp--on)\n\n[b](/docs/lamp)", {});
  expect(await allFaults({ ...files, ".storybook/main.ts": "" })).toEqual(["src/start.md:5 broken-link"]);
  expect(await allFaults(files)).toHaveLength(2);
});

test("a page that a generator shows is read by it, whatever lies beside", async () => {
  const files = site("docs/start.md", "[a](Lamp.html)", { "mkdocs.yml": "site_name: Lantern\n", "mix.exs": "" });
  expect(await allFaults(files)).toHaveLength(1);
});

test("a picture that code on its page writes is there, and a slide is named by its number", async () => {
  const body = '![a](growth.png) [b](#2)\n\n![c](gone.png)\n\n```julia\nsavefig("growth.png")\n```';
  const files = site("docs/start.md", body, { "docs/oil.png": "" });
  expect(await allFaults(files)).toEqual(["docs/start.md:3 broken-anchor", "docs/start.md:5 missing-asset"]);
  const slides = { ...files, "docs/start.md": `---\nmarp: true\n---\n${files["docs/start.md"]}` };
  expect(await allFaults(slides)).toEqual(["docs/start.md:8 missing-asset"]);
});
