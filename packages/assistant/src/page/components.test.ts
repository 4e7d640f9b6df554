import { expect, test } from "vitest";
import { readIndexedSite } from "../testing.ts";
import { splitComponents } from "./components.ts";

const read = (text: string) =>
  splitComponents(text).map(({ titles, text }) => [titles.map((title) => title.text), text]);

test("titles of accordions, tabs and steps are headings of what they hold", () => {
  const text = [
    "Before.",
    '<Steps><Step title="Install">Run it.</Step></Steps>',
    '<Tabs>\n  <Tab title="npm">\n    Use npm.\n  </Tab>\n  <Tab title={"pnpm"}>\n    Use pnpm.\n  </Tab>\n</Tabs>',
    '<Accordion title="Why?" id="why">\n\nBecause.\n\n</Accordion>',
    "<details>\n<summary>More of **it**</summary>\n\nHidden.\n\n</details>",
    "After.",
  ].join("\n\n");

  expect(read(text)).toEqual([
    [[], "Before."],
    [["Install"], "Run it."],
    [["npm"], "Use npm."],
    [["pnpm"], "Use pnpm."],
    [["Why?"], "Because."],
    [["More of it"], "Hidden."],
    [[], "After."],
  ]);
});

test.each([
  ['<div className="a">\nText.\n</div>', "Text."],
  ['Since 2.0. <SourcePR number="12" url={"https://x.test"} />', "Since 2.0."],
  ['![](/line.svg)\n<img src="/logo.svg" alt="" />Text.', "Text."],
  ["<Note>\n  Mind the `<div>` here.\n</Note>", "Mind the `<div>` here."],
  ['<Card title="Keys" href="/keys">Rotate them.</Card>', "[Keys](/keys)Rotate them."],
  ["Pick <Option>HTML</Option> or <Option>YAML</Option>", "Pick HTML or YAML"],
  ['<ParamField path="limit" type="number">The most.</ParamField>', "- `limit` (number) The most."],
])("%j leaves %j", (text, left) => {
  expect(read(text)).toEqual([[[], left]]);
});

test.each([
  "Use `</div>` and `<!-- more -->` in code.",
  "A List<String> is 1 < 2, and <API_KEY> stands for yours.",
  '![A chart](/chart.png) and <img src="/a.png" alt="A chart">',
  "Press <kbd>Ctrl</kbd>, see <https://x.test>.",
  '```jsx\n<Tab title="npm">\n  </div>\n```',
])("%j stays", (text) => {
  expect(read(text)).toEqual([[[], text]]);
});

test("a component inside of another one has both titles", () => {
  const text = '<Tab title="Cloud"><Accordion title="Limits">50 MB</Accordion>\n\nCosts money.</Tab>';

  expect(read(text)).toEqual([
    [["Cloud", "Limits"], "50 MB"],
    [["Cloud"], "Costs money."],
  ]);
});

test("a passage has the titles in its trail, and the anchor that the site gives them", async () => {
  const text = '# Install\n\nIntro.\n\n## Ways\n\n<Tabs>\n<Tab title="With npm">\nRun npm.\n</Tab>\n</Tabs>\n\nDone.\n';
  const chunksOf = async (files: Record<string, string>) =>
    (await readIndexedSite(files))[0]?.chunks.map(({ headings, anchor, text }) => [headings.join(" › "), anchor, text]);

  expect(await chunksOf({ "docs.json": '{ "navigation": { "pages": ["install"] } }', "install.mdx": text })).toEqual([
    ["", null, "Intro."],
    ["Ways › With npm", "with-npm", "Run npm."],
    ["Ways", "ways", "Done."],
  ]);
  expect(await chunksOf({ "install.mdx": text })).toContainEqual(["Ways › With npm", "ways", "Run npm."]);
});

test("a page of components alone is represented by its heading", async () => {
  const [page] = await readIndexedSite({ "index.mdx": "# Home\n\n## Start\n\n<Hero image={logo} />\n" });

  expect(page?.chunks).toEqual([{ seq: 0, headings: ["Start"], anchor: "start", text: "Start" }]);
});
