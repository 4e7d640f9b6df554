import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";

const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;
const LANGUAGES = ["fr", "de", "ja"];

/** A site in four languages whose pages link to each other in every form. */
function site(): Record<string, string> {
  const own = (prefix: string) => ({
    [`${prefix}guides/install.mdx`]: page(
      "Install",
      `See [setup](./setup#first), [API](../api/store.mdx) and ![shot](../images/a.png).\n\n## First\n\n[Here](#first).`,
    ),
    [`${prefix}guides/setup.mdx`]: page(
      "Setup",
      `Before: [install](./install) and <Card href="/${prefix}guides/install#first" />.\n\n## First`,
    ),
    [`${prefix}api/store.mdx`]: page(
      "Store",
      `[Install](/${prefix}guides/install) or [relative](../guides/install.mdx).`,
    ),
    [`${prefix}images/a.png`]: "png",
  });
  const pages = (prefix: string) => [`${prefix}guides/install`, `${prefix}guides/setup`, `${prefix}api/store`];
  const languages = ["", ...LANGUAGES.map((code) => `${code}/`)].map((prefix) => ({
    language: prefix === "" ? "en" : prefix.slice(0, -1),
    groups: [{ group: "Guides", pages: pages(prefix) }],
  }));
  return {
    "docs.json": `${JSON.stringify({ $schema: "https://mintlify.com/docs.json", name: "Docs", navigation: { languages } }, null, 2)}\n`,
    ...Object.assign({}, ...["", ...LANGUAGES.map((code) => `${code}/`)].map(own)),
  };
}

test("a page moves with its translations, links, navigation entries and redirects, and the checks find nothing", async () => {
  await using tools = await openTestTools(site());

  const { output, isError } = await tools.call("move", { from: "guides/install.mdx", to: "start/first/set-up.mdx" });
  const { output: checks } = await tools.call("validate", {});

  expect(isError).toBe(false);
  expect(output).toMatchObject({
    moved: ["", "de/", "fr/", "ja/"].map((prefix) => ({
      from: `${prefix}guides/install.mdx`,
      to: `${prefix}start/first/set-up.mdx`,
    })),
    notDone: [],
  });
  expect(checks).toEqual({ checked: "12 pages, 32 links", errors: [], warnings: [] });
  const read = async (path: string) => (await tools.workspace.read(path))?.text ?? "";
  expect(await read("fr/start/first/set-up.mdx")).toContain(
    "See [setup](../../guides/setup#first), [API](../../api/store.mdx) and ![shot](../../images/a.png).",
  );
  expect(await read("ja/guides/setup.mdx")).toContain(
    'Before: [install](../start/first/set-up) and <Card href="/ja/start/first/set-up#first" />.',
  );
  expect(await read("api/store.mdx")).toContain(
    "[Install](/start/first/set-up) or [relative](../start/first/set-up.mdx).",
  );
  const docs = JSON.parse(await read("docs.json"));
  expect(docs.navigation.languages[2].groups[0].pages[0]).toBe("de/start/first/set-up");
  expect(docs.redirects).toHaveLength(4);
  expect(docs.redirects[0]).toEqual({ source: "/guides/install", destination: "/start/first/set-up" });
});

test("a page may be named without its ending, as links and navigation name it", async () => {
  await using tools = await openTestTools(site());

  const { output } = await tools.call("move", { from: "guides/install", to: "/start/set-up", translations: false });
  const refused = await tools.call("read", { path: "guides/setup" });

  expect(output).toMatchObject({ moved: [{ from: "guides/install.mdx", to: "start/set-up.mdx" }], notDone: [] });
  expect(refused.output).toEqual({ error: expect.stringContaining("Did you mean guides/setup.mdx?") });
});

test("a folder moves with all its pages, and translations can stay", async () => {
  await using tools = await openTestTools(site());

  const { output } = await tools.call("move", { from: "guides/", to: "start", translations: false });
  const { output: checks } = await tools.call("validate", {});

  expect(output).toMatchObject({
    moved: [
      { from: "guides/install.mdx", to: "start/install.mdx" },
      { from: "guides/setup.mdx", to: "start/setup.mdx" },
    ],
    notDone: [],
  });
  expect(checks).toEqual({ checked: "6 pages, 14 links", errors: [], warnings: [] });
});

test("navigation in code is named with the text to write, and redirects go into a literal list of code", async () => {
  await using tools = await openTestTools({
    "docusaurus.config.js":
      'module.exports = { presets: [["classic", { docs: { routeBasePath: "/docs" } }]], plugins: [["@docusaurus/plugin-client-redirects", { redirects: [] }]] };\n',
    "sidebars.js": 'module.exports = { docs: [\n  "intro",\n  "guides/install",\n] };\n',
    "docs/intro.md": page("Intro", "[Install](guides/install.md)"),
    "docs/guides/install.md": page("Install", "[Back](../intro.md)"),
  });

  const { output } = await tools.call("move", { from: "docs/guides/install.md", to: "docs/setup.md" });

  expect((await tools.workspace.read("docs/intro.md"))?.text).toContain("[Install](setup.md)");
  expect((await tools.workspace.read("docs/setup.md"))?.text).toContain("[Back](intro.md)");
  expect((output as { notDone: string[] }).notDone).toEqual([
    "sidebars.js:3: A job can't write this file. Write setup instead of guides/install.",
  ]);
  expect((await tools.workspace.read("docusaurus.config.js"))?.text).toContain(
    '{ redirects: [\n  { from: "/docs/guides/install", to: "/docs/setup" },\n] }',
  );
});

test("a second move adds its redirect to the first, and the difference of both may be pushed", async () => {
  await using tools = await openTestTools({
    "docs/.vitepress/config.ts": "export default {};\n",
    "docs/public/_redirects": "/old /guides/install 301\n",
    "docs/guides/install.md": page("Install", "Text."),
  });

  await tools.call("move", { from: "docs/guides/install.md", to: "docs/first.md" });
  await tools.call("move", { from: "docs/first.md", to: "docs/second.md" });
  const { output } = await tools.call("finish", { title: "Move install", summary: "Moves it." });

  expect((await tools.workspace.read("docs/public/_redirects"))?.text).toBe(
    "/first /second 301\n/guides/install /second 301\n/old /second 301\n",
  );
  expect(output).toEqual({ accepted: true });
});

test("in a file of redirects a job changes nothing else, and neither removes nor renames it", async () => {
  await using tools = await openTestTools({
    "netlify.toml": '[build]\ncommand = "make"\n',
    "docs/install.md": page("Install", "Text."),
  });
  const say = async (name: string, input: Record<string, unknown>) =>
    JSON.stringify((await tools.call(name, input)).output);
  await tools.call("read", { path: "netlify.toml" });

  const edit = await say("edit", { path: "netlify.toml", old: "make", new: "curl evil.example" });
  const elsewhere = await say("write", { path: "vercel.json", content: "{}" });

  expect(edit).toContain("A job can only add redirects to it");
  expect(elsewhere).toContain("neither a page");
  expect(await say("delete", { path: "netlify.toml" })).toContain("can't move or remove it");
  expect(await say("move", { from: "netlify.toml", to: "docs/netlify.toml" })).toContain("neither a page");
  expect(await tools.workspace.changes()).toEqual([]);
});

test("an error in a file that no job may write is named for people, and does not keep a job from its end", async () => {
  await using tools = await openTestTools({
    "docusaurus.config.js": 'module.exports = { presets: [["classic", { docs: {} }]] };\n',
    "sidebars.js": 'module.exports = { docs: ["intro", "guides/install"] };\n',
    "docs/intro.md": page("Intro", "[Install](guides/install.md)"),
    "docs/guides/install.md": page("Install", "[Back](../intro.md)"),
  });
  const finish = async () => (await tools.call("finish", { title: "Move install", summary: "Moves it." })).output;

  await tools.call("move", { from: "docs/guides/install.md", to: "docs/setup.md" });
  const { output } = await tools.call("validate", {});
  const accepted = await finish();
  await tools.call("read", { path: "docs/setup.md" });
  await tools.call("edit", { path: "docs/setup.md", old: "intro.md", new: "gone.md" });

  expect(output).toMatchObject({
    errors: [],
    errorsForPeople: [{ path: "sidebars.js", rule: "navigation-entry" }],
  });
  expect(accepted).toEqual({ accepted: true });
  expect(await finish()).toMatchObject({ errors: [{ path: "docs/setup.md", rule: "broken-link" }] });
});

test.each([
  ["an address that is taken", { from: "guides/install.mdx", to: "guides/setup.mdx" }, "already exists"],
  ["another kind of file", { from: "guides/install.mdx", to: "guides/install.json" }, "must have the same file type"],
  ["a page that is not there", { from: "guides/gone.mdx", to: "guides/x.mdx" }, "not found"],
])("a move to or from %s is refused, and nothing changes", async (_, input, sentence) => {
  await using tools = await openTestTools(site());

  const { isError, output } = await tools.call("move", input);

  expect(isError).toBe(true);
  expect(output).toMatchObject({ error: expect.stringContaining(sentence) });
  expect(await tools.workspace.changes()).toEqual([]);
});

test("parts of the navigation follow a move, can be read and edited, and a job can add none", async () => {
  await using tools = await openTestTools({
    "docs.json": '{ "name": "X", "navigation": { "pages": ["index", { "$ref": "./nav/guides.json" }] } }\n',
    "nav/guides.json": '{ "group": "Guides", "pages": ["guides/install"] }\n',
    "data/other.json": '{ "pages": [] }\n',
    "index.mdx": page("Home", "Text."),
    "guides/install.mdx": page("Install", "Text."),
  });

  const { output } = await tools.call("move", { from: "guides/install.mdx", to: "setup.mdx" });
  const found = await tools.call("grep", { pattern: "setup", glob: "**/*.json" });
  const edited = await tools.call("multi_edit", {
    path: "nav/guides.json",
    edits: [{ old: '"Guides"', new: '"Start"' }],
  });
  const others = await tools.call("read", { path: "data/other.json" });
  const added = await tools.call("write", { path: "nav/new.json", content: "{}\n" });

  expect(output).toMatchObject({ navigation: ["nav/guides.json: guides/install → setup"], notDone: [] });
  expect(found.output).toContain('nav/guides.json:1:{ "group": "Guides", "pages": ["setup"] }');
  expect(edited.isError).toBe(false);
  expect([others, added].map(({ isError }) => isError)).toEqual([true, true]);
  expect(await tools.workspace.commit("Move", new Date(0))).not.toBeNull();
});

test("redirects among the settings of a plugin are named, since a job can't change those, and the navigation follows", async () => {
  await using tools = await openTestTools({
    "mkdocs.yml":
      "site_name: X\nnav:\n  - index.md\n  - guides/install.md\nplugins:\n  - redirects:\n      redirect_maps:\n        old.md: index.md\n",
    "docs/index.md": page("Home", "Text."),
    "docs/guides/install.md": page("Install", "Text."),
  });

  const { output } = await tools.call("move", { from: "docs/guides/install.md", to: "docs/setup.md" });

  expect((await tools.workspace.read("mkdocs.yml"))?.text).toContain("  - setup.md\n");
  expect(output).toMatchObject({
    redirects: [],
    notDone: ['mkdocs.yml:7: Add to redirect_maps:\n        "guides/install.md": "setup.md"'],
  });
});

test("a line that a search showed can be edited after a move has changed its link", async () => {
  await using tools = await openTestTools(site());

  await tools.call("grep", { pattern: "Install\\]", path: "api/store.mdx" });
  await tools.call("move", { from: "guides/install.mdx", to: "start/set-up.mdx", translations: false });
  const edit = { path: "api/store.mdx", old: "[Install](/start/set-up)", new: "[Set up](/start/set-up)" };
  const { isError } = await tools.call("edit", edit);

  expect(isError).toBe(false);
  expect((await tools.workspace.read("api/store.mdx"))?.text).toContain("[Set up](/start/set-up) or");
});
