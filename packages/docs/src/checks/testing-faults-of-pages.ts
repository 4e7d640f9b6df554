import { append, type Fault, remove, replace, write } from "./testing-faults.ts";

/** Faults within one page. Each line of what is expected is `path:line rule`. */
export const FAULTS_OF_PAGES: Fault[] = [
  // What MDX does not take
  ["a number after <", "MINTLIFY", append("concepts.mdx", "It takes <5s."), ["concepts.mdx:13 mdx-syntax"]],
  ["a list in braces", "MINTLIFY", append("concepts.mdx", "Use {a, b} here."), ["concepts.mdx:13 mdx-expression"]],
  ["an undeclared name", "MINTLIFY", append("concepts.mdx", "Use {colour} here."), ["concepts.mdx:13 undefined-name"]],
  [
    "a placeholder",
    "FUMADOCS",
    append("content/docs/keys.mdx", "GET /keys/{id}"),
    ["content/docs/keys.mdx:7 undefined-name"],
  ],
  ["an object that is none", "NEXTRA", append("pages/start.mdx", "{a: 1, b}"), ["pages/start.mdx:17 mdx-syntax"]],
  [
    "an address in < >",
    "NEXTRA",
    append("pages/start.mdx", "<https://example.com>"),
    ["pages/start.mdx:17 mdx-syntax"],
  ],
  ["a mail address in < >", "MINTLIFY", append("index.mdx", "<me@example.com>"), ["index.mdx:9 mdx-syntax"]],
  [
    "an HTML comment",
    "FUMADOCS",
    append("content/docs/keys.mdx", "<!-- x -->"),
    ["content/docs/keys.mdx:7 mdx-syntax"],
  ],
  ["an HTML comment in Mintlify", "MINTLIFY", append("reference.mdx", "<!-- x -->"), ["reference.mdx:9 mdx-syntax"]],
  [
    "a comment never closed",
    "DOCUSAURUS",
    append("website/docs/faq.md", "<!-- x"),
    ["website/docs/faq.md:15 mdx-syntax"],
  ],
  ["a brace never closed", "DOCUSAURUS", append("website/docs/faq.md", "a {b"), ["website/docs/faq.md:15 mdx-syntax"]],
  ["a brace never opened in code", "MINTLIFY", append("index.mdx", "{)}"), ["index.mdx:9 mdx-syntax"]],
  ["a tag never closed", "MINTLIFY", append("index.mdx", "<Note>\n\nText"), ["index.mdx:9 mdx-syntax"]],
  ["a tag closed by none", "NEXTRA", append("pages/index.mdx", "Text</div>"), ["pages/index.mdx:7 mdx-syntax"]],
  [
    "tags that cross",
    "MINTLIFY",
    append("index.mdx", "<Note>\n<Tip>\nx\n</Note>\n</Tip>"),
    ["index.mdx:12 mdx-syntax"],
  ],
  [
    "a step that lost its end",
    "MINTLIFY",
    replace("guides/deploy.mdx", "</Step>", ""),
    ["guides/deploy.mdx:10 mdx-syntax"],
  ],
  ["<br> as in HTML", "DOCUSAURUS", append("website/docs/faq.md", "a<br>b"), ["website/docs/faq.md:15 mdx-syntax"]],
  [
    "an attribute without quotes",
    "FUMADOCS",
    append("content/docs/keys.mdx", "<Callout type=warn>x</Callout>"),
    ["content/docs/keys.mdx:7 mdx-syntax"],
  ],
  [
    "a generic type in prose",
    "DOCUSAURUS",
    append("website/docs/faq.md", "A Promise<string>."),
    ["website/docs/faq.md:15 mdx-syntax"],
  ],
  ["style as text", "MINTLIFY", append("index.mdx", '<div style={color: "red"}>x</div>'), ["index.mdx:9 mdx-syntax"]],
  // HTML of VitePress pages
  [
    "a generic type in a Vue page",
    "VITEPRESS",
    append("docs/guide/deploy.md", "A Promise<string>."),
    ["docs/guide/deploy.md:7 html-tags"],
  ],
  [
    "a div never closed in a Vue page",
    "VITEPRESS",
    replace("docs/guide/install.md", "</div>", ""),
    ["docs/guide/install.md:17 html-tags"],
  ],
  [
    "tags that cross in a Vue page",
    "VITEPRESS",
    append("docs/guide/deploy.md", "<b><i>x</b></i>"),
    ["docs/guide/deploy.md:7 html-tags"],
  ],
  // Imports and exports
  [
    "an import that is cut off",
    "MINTLIFY",
    replace("guides/deploy.mdx", '"/snippets/prerequisites.mdx";', ""),
    ["guides/deploy.mdx:5 mdx-syntax"],
  ],
  [
    "an import of nothing",
    "MINTLIFY",
    replace("guides/deploy.mdx", "prerequisites.mdx", "nothing.mdx"),
    ["guides/deploy.mdx:5 bad-import"],
  ],
  [
    "an import of nothing by @site",
    "DOCUSAURUS",
    replace("website/docs/guides/deploy.mdx", "components/Plan'", "components/Plans'"),
    ["website/docs/guides/deploy.mdx:5 bad-import"],
  ],
  [
    "a require of nothing",
    "DOCUSAURUS",
    replace("website/docs/guides/deploy.mdx", "./plan.png", "./plans.png"),
    ["website/docs/guides/deploy.mdx:9 bad-import"],
  ],
  [
    "two imports of one name",
    "DOCUSAURUS",
    append("website/docs/guides/deploy.mdx", "import Plan from '@site/src/components/Plan';"),
    ["website/docs/guides/deploy.mdx:13 mdx-syntax"],
  ],
  [
    "an import taken out",
    "DOCUSAURUS",
    replace("website/docs/guides/deploy.mdx", "import Plan from '@site/src/components/Plan';", ""),
    ["website/docs/guides/deploy.mdx:7 unknown-component"],
  ],
  ["the imported piece deleted", "MINTLIFY", remove("snippets/prerequisites.mdx"), ["guides/deploy.mdx:5 bad-import"]],
  [
    "the imported component deleted",
    "DOCUSAURUS",
    remove("website/src/components/Plan.js"),
    ["website/docs/guides/deploy.mdx:5 bad-import"],
  ],
  // Components
  ["an unknown component", "MINTLIFY", append("index.mdx", "<Chart />"), ["index.mdx:9 unknown-component"]],
  [
    "a component of another case",
    "FUMADOCS",
    replace("content/docs/start.mdx", "<Callout>Well done.</Callout>", "<CallOut>Well done.</CallOut>"),
    ["content/docs/start.mdx:17 unknown-component"],
  ],
  [
    "a component that code defines and nobody gives",
    "DOCUSAURUS",
    append("website/docs/guides/keys.md", "<Plan />"),
    ["website/docs/guides/keys.md:7 unknown-component"],
  ],
  [
    "a component of another site",
    "NEXTRA",
    append("pages/index.mdx", "<AccordionGroup></AccordionGroup>"),
    ["pages/index.mdx:7 unknown-component"],
  ],
  // Front matter
  [
    "a colon in a value",
    "MINTLIFY",
    replace("index.mdx", "title: Home", "title: Home: all"),
    ["index.mdx:2 frontmatter"],
  ],
  [
    "a key twice",
    "MINTLIFY",
    replace("index.mdx", "title: Home", "title: Home\ntitle: Start"),
    ["index.mdx:3 frontmatter"],
  ],
  [
    "quotes never closed",
    "FUMADOCS",
    replace("content/docs/keys.mdx", "title: Keys", 'title: "Keys'),
    ["content/docs/keys.mdx:2 frontmatter"],
  ],
  [
    "a tab as indentation",
    "DOCUSAURUS",
    replace("website/docs/faq.md", "title: FAQ", "title: FAQ\ntags:\n\t- a"),
    ["website/docs/faq.md:4 frontmatter"],
  ],
  [
    "front matter never closed",
    "MINTLIFY",
    replace("concepts.mdx", "---\n\n## Flags", "\n## Flags"),
    ["concepts.mdx:1 frontmatter"],
  ],
  [
    "front matter that is no list",
    "FUMADOCS",
    replace("content/docs/keys.mdx", "title: Keys", "title Keys"),
    ["content/docs/keys.mdx:2 frontmatter"],
  ],
  [
    "no title",
    "FUMADOCS",
    replace("content/docs/keys.mdx", "title: Keys", "description: Keys"),
    ["content/docs/keys.mdx:1 missing-title"],
  ],
  [
    "an empty title",
    "MINTLIFY",
    replace("reference.mdx", "title: Reference", "title:"),
    ["reference.mdx:1 missing-title"],
  ],
  [
    "no front matter at all",
    "DOCUSAURUS",
    write("website/docs/guides/keys.md", "See [roll back](./rollback.md).\n"),
    ["website/docs/guides/keys.md:1 missing-title"],
  ],
  // Code
  ["a fence never closed", "MINTLIFY", append("index.mdx", "```bash\nnpm ci"), ["index.mdx:9 unclosed-fence"]],
  [
    "a fence that lost its end",
    "VITEPRESS",
    append("docs/guide/deploy.md", "````md\n```js\nx\n```"),
    ["docs/guide/deploy.md:7 unclosed-fence"],
  ],
  [
    "code that changed",
    "MINTLIFY",
    replace("quickstart.mdx", "npm install lantern", "npm install lamp"),
    ["quickstart.mdx:7 changed-code"],
  ],
  [
    "the configuration of the checks",
    "MKDOCS",
    write(".docsteward/checks.json", '{\n  "rules": { "broken-lnk": "off" }\n}\n'),
    [".docsteward/checks.json:2 checks-config"],
  ],
];
