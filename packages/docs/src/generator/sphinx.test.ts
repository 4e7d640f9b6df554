import { expect, test } from "vitest";
import { allFaults, PAGE } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";

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
