import { expect, test } from "vitest";
import { routesInCode } from "./routes-in-code.ts";

test("code names pages whole, folders of names that it completes, and folders that it joins", () => {
  const python = [
    'REFERENCE_DIR = "lamps"',
    'full = Path("reference", path).with_suffix(".md")',
    'open(f"api/{name}.md", "w")',
    'open("docs/changelog.md", "w")',
    'open("guide/index.md", "w")',
    "nav = 'SUMMARY.md'; title = 'Home'",
  ].join("\n");
  expect(routesInCode(python, "docs").sort()).toEqual(["/api", "/changelog", "/guide", "/lamps", "/reference"]);
  const ruby = '@dir = "topics"\nsite.pages << Page.new(File.join("makers", "#{tag}/index.html"))\nx = "oil/#{tag}"\n';
  expect(routesInCode(ruby, "").sort()).toEqual(["/makers", "/oil", "/topics"]);
});

test("a page at the root and the folder of the pages themselves are no addresses of code", () => {
  expect(routesInCode('Path("docs") / "index.md"\nopen("./README.md")\n', "docs")).toEqual([]);
  expect(routesInCode('shutil.copy("README.md", "docs/index.md")\n', "docs")).toEqual(["/index"]);
});
