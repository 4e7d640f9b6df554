import { expect, test } from "vitest";
import { allFaults, PAGE } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";
import { readSite, sitePath } from "../read-site.ts";
import { wholeReaderOf } from "../testing.ts";

test("Sphinx: an extension writes documents into its folder", async () => {
  const site: Files = {
    "docs/conf.py": 'extensions = ["myst_parser", "autodoc2"]\n',
    "docs/index.md": "# Home\n\n```{toctree}\ninstall\napidocs/index\n```\n",
    "docs/install.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, "docs/conf.py": 'extensions = ["myst_parser"]\n' })).toEqual([
    "docs/index.md:5 navigation-entry",
  ]);
  const moved = { ...site, "docs/conf.py": 'extensions = ["myst_parser", "autodoc2"]\nautodoc2_output_dir = "ref"\n' };
  expect(await allFaults(moved)).toEqual(["docs/index.md:5 navigation-entry"]);
});

test("Sphinx: a path may lead to a document in reStructuredText, and the first heading of any level is a title", async () => {
  const guide = (name: string) => `# ${name}\n\n[a](../api/index), [b](../api/index.rst) and [c](../api/store.html).\n`;
  const site: Files = {
    "docs/conf.py": 'extensions = ["myst_parser"]\n',
    "docs/index.md": "# Home\n\n```{toctree}\n:glob:\nguide/*\napi/*\n```\n",
    "docs/api/index.rst": "API\n===\n",
    "docs/api/store.rst": "Store\n=====\n",
    ...Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`docs/guide/${name}.md`, guide(name)])),
    "docs/guide/f.md": "## F\n\n[lost](../api/lost)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/guide/f.md:3 broken-link"]);
});

test("Sphinx: only a document called `index` in small letters is shown at the address of its folder", async () => {
  const site: Files = {
    "docs/conf.py": 'extensions = ["myst_parser"]\n',
    ...Object.fromEntries(["docs/index.md", "docs/guide/INDEX.md", "docs/api/index.md"].map((path) => [path, PAGE])),
  };
  const model = await readSite(wholeReaderOf(site));

  expect(Object.fromEntries(Object.keys(site).map((path) => [path, sitePath(model, path)]))).toEqual({
    "docs/conf.py": null,
    "docs/index.md": "/",
    "docs/guide/INDEX.md": "/guide/INDEX",
    "docs/api/index.md": "/api",
  });
});
