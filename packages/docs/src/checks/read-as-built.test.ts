import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import type { Files } from "./testing-sites.ts";

const FUMADOCS = {
  "source.config.ts":
    "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\n",
  "package.json": '{ "dependencies": { "fumadocs-mdx": "14.0.0", "fumadocs-core": "16.0.0" } }',
};

const errorsOf = async (site: Files) => {
  const { errors } = await checkSite({ reader: wholeReaderOf(site), base: null });
  return errors.map(({ rule, path, line }) => `${rule} ${path}:${line}`);
};
const toldOf = async (site: Files) => {
  const { errors, warnings, notes } = await checkSite({ reader: wholeReaderOf(site), base: null });
  return [...notes, ...warnings, ...errors].map(({ rule, path, line }) => `${rule} ${path}:${line}`);
};

test("text in quotes goes on in lines that are not indented, and a quote that is never closed is a fault", async () => {
  const page = (description: string) => ({
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/index.md": `---\ntitle: Home\ndescription: ${description}\n---\n\n# Home\n`,
  });
  expect(await errorsOf(page('"Say \\"so\\"\nand go on.\n\n"'))).toEqual([]);
  expect(await errorsOf(page("'It''s one\ntext.'"))).toEqual([]);
  expect(await errorsOf(page('"Say so\nand go on.'))).toEqual(["frontmatter docs/index.md:3"]);
  expect(await errorsOf(page('"Say so\nother: "x"'))).toHaveLength(1);
});

test("an image beside the address of a Hugo page lies among the static files", async () => {
  const site = {
    "hugo.toml": 'title = "Lantern"\n',
    "content/_index.md": '---\ntitle: Home\n---\n\n<img src="images/lamp.svg">\n\n<img src="images/gone.svg">\n',
    "content/images/other.svg": "",
    "static/images/lamp.svg": "",
  };
  expect(await toldOf(site)).toEqual(["missing-asset content/_index.md:7"]);
});

test("a chapter of mdBook and a folder of its name have addresses of their own", async () => {
  const site = {
    "book.toml": '[book]\ntitle = "Lantern"\n',
    "src/SUMMARY.md": "# Summary\n\n- [Use](use.md)\n- [More](use/index.md)\n",
    "src/use.md": "# Use\n",
    "src/use/index.md": "# More\n",
  };
  expect(await errorsOf(site)).toEqual([]);
});

test("a link to a page that git ignores by its ending leads to what a build writes", async () => {
  const page = "---\ntitle: Home\n---\n\n[it](/docs/api/core/store) [gone](/docs/guide/gone)\n";
  const site = {
    ...FUMADOCS,
    ".gitignore": "/content/docs/api/core/**/*.mdx\n",
    "content/docs/api/core/meta.json": '{ "pages": ["..."] }',
    "content/docs/api/index.mdx": page.replace("Home", "API"),
    "content/docs/guide/start.mdx": page.replace("Home", "Start"),
    "content/docs/index.mdx": page,
  };
  expect(await errorsOf(site)).toEqual([
    "broken-link content/docs/api/index.mdx:5",
    "broken-link content/docs/guide/start.mdx:5",
    "broken-link content/docs/index.mdx:5",
  ]);
});

test("a route in the code of an app of Next.js has its address among the pages", async () => {
  const page = "---\ntitle: Home\n---\n\n[it](/docs/changelog) [gone](/docs/gone)\n";
  const site = {
    ...FUMADOCS,
    "app/docs/changelog/page.tsx": "export default () => null;\n",
    "content/docs/index.mdx": page,
    "content/docs/guide/start.mdx": "---\ntitle: Start\n---\n\nText.\n",
  };
  expect(await errorsOf(site)).toEqual(["broken-link content/docs/index.mdx:5"]);
});

test("of two equal keys MkDocs takes the last; in Hugo only a change that adds one is an error", async () => {
  const site = {
    "mkdocs.yml": "site_name: Lantern\nextra:\n  a: 1\nnav:\n  - index.md\n  - gone.md\nnav:\n  - index.md\n",
    "docs/index.md": "# Home\n",
  };
  expect(await errorsOf(site)).toEqual([]);
  const hugo = {
    "hugo.toml": 'title = "Lantern"\n',
    "content/_index.md": "---\ntitle: Home\ntitle: House\n---\n\nText.\n",
  };
  expect(await errorsOf(hugo)).toEqual([]);
  const before = wholeReaderOf({ ...hugo, "content/_index.md": "---\ntitle: Home\n---\n\nText.\n" });
  const { errors } = await checkSite({
    reader: wholeReaderOf(hugo),
    base: before,
    changes: [{ path: "content/_index.md" }],
  });
  expect(errors.map(({ rule }) => rule)).toEqual(["frontmatter"]);
});

test("a page may be called like a file", async () => {
  const site = {
    "mkdocs.yml": "site_name: Lantern\nnav:\n  - index.md\n",
    "docs/index.md": "# Home\n\n- [a](/code/a.ts)\n- [b](code/b.js)\n",
    "docs/code/a.ts.md": "# a\n",
    "docs/code/b.js.md": "# b\n",
    "docs/code/c.js.md": "# c\n",
  };
  const { errors, warnings } = await checkSite({ reader: wholeReaderOf(site), base: null });
  expect(errors).toEqual([]);
  expect(warnings.map(({ path }) => path)).toEqual(["docs/code/c.js.md"]);
});

test("a route of an app below the folder of its language answers in each language", async () => {
  const page = (text: string) => `---\ntitle: Home\n---\n\n${text}\n`;
  const site = {
    ...FUMADOCS,
    "src/app/[lang]/page.tsx": "",
    "src/app/[lang]/templates/page.tsx": "",
    "src/app/[lang]/docs/[[...slug]]/page.tsx": "",
    "content/docs/index.mdx": page("[a](/en/templates/) [b](/docs/gone/deep)"),
    "content/docs/gone/index.mdx": page("Text."),
  };
  expect(await errorsOf(site)).toEqual(["broken-link content/docs/index.mdx:5"]);
});

test("links that only show how classes or a placeholder look lead nowhere by intent", async () => {
  const site = (text: string) => ({ "mkdocs.yml": "site_name: Lantern\n", "docs/index.md": `# Home\n\n${text}\n` });
  expect(await errorsOf(site("[Text](#link)"))).toEqual([]);
  const button = "[Text](#b){: .btn }";
  expect(await errorsOf(site(`${button}\n${button}\n${button}`))).toEqual([]);
  expect(await errorsOf(site(`${button}\n[Text](#b)`))).toHaveLength(2);
});

test("an address at the top that is like none of the site may be of another part of its domain", async () => {
  const site = (text: string) => ({
    "mkdocs.yml": "site_name: Lantern\nnav:\n  - index.md\n  - start.md\n",
    "docs/index.md": `# Home\n\n${text}\n`,
    "docs/start.md": "# Start\n\n[Home](index.md)\n",
  });
  expect(await errorsOf(site("[State](/status/)"))).toEqual([]);
  expect(await errorsOf(site("[Start](/start-gone/)"))).toEqual(["broken-link docs/index.md:3"]);
});

test("a page that the summary of a book leaves out needs no title", async () => {
  const pages = Object.fromEntries("abcdef".split("").map((name) => [`src/${name}.md`, `# ${name}\n`]));
  const list = "abcdef".split("").map((name) => `- [${name}](${name}.md)\n`);
  const site = {
    "book.toml": '[book]\ntitle = "Lantern"\n',
    ...pages,
    "src/SUMMARY.md": `# Summary\n\n${list.join("")}`,
    "src/piece.md": "Text.\n",
  };
  const { warnings } = await checkSite({ reader: wholeReaderOf(site), base: null });
  expect(warnings.map(({ rule }) => rule)).not.toContain("missing-title");
});

test("a mounted folder of Hugo that is not in the repository may hold any page", async () => {
  const site = (source: string) => ({
    "hugo.toml": `title = "Lantern"\n[[module.mounts]]\nsource = "content"\ntarget = "content"\n[[module.mounts]]\nsource = "${source}"\ntarget = "content"\n`,
    "content/_index.md": "---\ntitle: Home\n---\n\n[a](/api/gone/)\n",
    "content/api/_index.md": "---\ntitle: API\n---\n\nText.\n",
    "more/other.md": "---\ntitle: Other\n---\n\nText.\n",
  });
  expect(await toldOf(site("more"))).toEqual(["shared-cause content/_index.md:5"]);
  expect(await toldOf(site("made/api"))).toEqual([]);
});

test("a backslash in an address is a slash where the generator leaves it as it is", async () => {
  const page = "# Home\n\n[a](files\\lamp.pdf) [b](guide\\keys.md)\n\n[c](files\\gone.pdf)\n";
  const files = { "docs/index.md": page, "docs/guide/keys.md": "# Keys\n", "docs/files/lamp.pdf": "" };
  const gone = ["missing-asset docs/index.md:5"];
  expect(await errorsOf({ "mkdocs.yml": "site_name: Lantern\n", ...files })).toEqual(gone);
  expect(await errorsOf({ "_config.yml": "theme: minima\n", ...files })).toEqual(gone);
  expect(await errorsOf({ "hugo.toml": "contentDir = 'docs'\n", ...files })).not.toEqual(gone);
});

test("a longer line of dashes ends front matter where any line that begins with three does", async () => {
  const page = "---\ntitle: Home\n-----\n\n# Home\n\n[a](#gone)\n";
  const broken = "broken-anchor content/_index.md:7";
  expect(await toldOf({ "hugo.toml": 'title = "Lantern"\n', "content/_index.md": page })).toEqual([broken]);
  expect(await toldOf({ "mkdocs.yml": "docs_dir: content\n", "content/_index.md": page })).toEqual([
    "frontmatter content/_index.md:3",
    broken,
  ]);
});

test("HTML that is never closed leaves anchors unknown where the generator's parser may end it elsewhere", async () => {
  const page = "# Home\n\n[a](#after)\n\n<?php\n\n## After\n";
  expect(await toldOf({ "mkdocs.yml": "site_name: Lantern\n", "docs/index.md": page })).toEqual([]);
  expect(await toldOf({ "book.toml": "", "src/SUMMARY.md": "- [a](a.md)\n", "src/a.md": page })).toEqual([
    "shared-cause src/a.md:3",
  ]);
});

const DOCUSAURUS = {
  "docusaurus.config.js": "module.exports = { presets: [['classic', { docs: {} }]] };\n",
  "package.json": '{ "dependencies": { "@docusaurus/core": "3.9.0" } }',
  "docs/intro.md": "# Intro\n\nText.\n",
};
const NO_MDX = "---\ntitle: {Name} of it\n---\n\n{what it does.}\n\n{LAMP_VERSION} <Lamp />\n";

test("what Docusaurus makes no page of is read where a page takes it in, and else by no build", async () => {
  const site = { ...DOCUSAURUS, "docs/_template_.mdx": NO_MDX, "docs/_parts/lamp.mdx": NO_MDX };
  expect(await toldOf(site)).toEqual([]);
  const taking = { "docs/use.mdx": '# Use\n\nimport Lamp from "./_parts/lamp.mdx";\n\n<Lamp />\n' };
  expect(await toldOf({ ...site, ...taking })).toContain("mdx-syntax docs/_parts/lamp.mdx:5");
});

test("a file beside a site of Docusaurus is no MDX", async () => {
  const list = "# Steps\n\n## Version: {{VERSION}}\n";
  const site = { ...DOCUSAURUS, "RELEASE_STEPS.md": list };
  expect(await toldOf(site)).toEqual([]);
  expect(await toldOf({ ...DOCUSAURUS, "docs/steps.md": list })).toEqual(["undefined-name docs/steps.md:3"]);
});

test("a page of VitePress that shows a component alone takes its title from it", async () => {
  const titled = Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`docs/page${at}.md`, `# Page ${at}\n`]));
  const warningsOf = async (text: string) => {
    const config = { "docs/.vitepress/config.ts": "export default {};\n" };
    const reader = wholeReaderOf({ ...config, ...titled, "docs/play.md": text });
    return (await checkSite({ reader, base: null })).warnings.map(({ rule, path }) => `${rule} ${path}`);
  };
  expect(await warningsOf("---\npageClass: wide\n---\n\n<LampPlayground />\n")).toEqual([]);
  expect(await warningsOf("---\npageClass: wide\n---\n\nText.\n")).toEqual(["missing-title docs/play.md"]);
});

test("Nextra takes the ending of a link away, which then counts from the address of the page too", async () => {
  const site = {
    "package.json": '{ "dependencies": { "nextra": "2.13.4", "nextra-theme-docs": "2.13.4" } }',
    "pages/_meta.json": "{}",
    "pages/index.mdx": "# Home\n",
    "pages/use/index.mdx": "# Use\n\n[a](./use/lamps.mdx) [b](./lamps.mdx) [c](./use/gone.mdx)\n",
    "pages/use/lamps.mdx": "# Lamps\n",
  };
  expect(await errorsOf(site)).toEqual(["broken-link pages/use/index.mdx:3"]);
});

test("an anchor of its own that a page to copy from lacks is a note, and of another page an error", async () => {
  const text = "# Lamp\n\n[first step](#first-step)\n";
  const site = (name: string) => ({
    "book.toml": "[book]\n",
    "src/SUMMARY.md": `- [Lamp](${name}.md)\n`,
    [`src/${name}.md`]: text,
  });
  const toldOfTemplate = await checkSite({ reader: wholeReaderOf(site("lamp-template")), base: null });
  expect(toldOfTemplate).toMatchObject({ errors: [], warnings: [], notes: [{ rule: "broken-anchor" }] });
  expect(await errorsOf(site("lamp"))).toEqual(["broken-anchor src/lamp.md:3"]);
});

test("a picture in text that Liquid hands to an include alone may be shown as code", async () => {
  const page = (use: string) => ({
    "_config.yml": "theme: minima\n",
    "assets/other.png": "",
    "lamp.md": `# Lamp\n\n{% capture sample %}\n<img src="gone.png">\n{% endcapture %}\n${use}\n`,
  });
  expect(await errorsOf(page("{% include code.html text=sample %}"))).toEqual([]);
  expect(await errorsOf(page("{{ sample | markdownify }}"))).toEqual(["missing-asset lamp.md:4"]);
});

test("the list of pages of an old MkDocs gives them titles", async () => {
  const many = Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`docs/page${at}.md`, `# Page ${at}\n`]));
  const names = Object.keys(many).map((path) => `  - ${path.slice(5)}\n`);
  const site = (key: string) => ({
    "mkdocs.yml": `site_name: Lantern\n${key}:\n${names.join("")}  - Lamps: lamps.md\n`,
    ...many,
    "docs/lamps.md": "Text.\n",
  });
  expect(await toldOf(site("pages"))).toEqual([]);
  expect(await toldOf(site("nav"))).toEqual([]);
  expect(await toldOf(site("extra"))).toEqual(["missing-title docs/lamps.md:1"]);
});

test("a Markdown file among those that are served as they are answers to its address, also below the base of the site", async () => {
  const config =
    "import starlight from '@astrojs/starlight';\nexport default { base: '/lantern', integrations: [starlight({ title: 'L' })] };\n";
  const site = {
    "astro.config.mjs": config,
    "public/start.md": "Text.\n",
    "src/content/docs/index.md":
      "---\ntitle: Home\n---\n\n[a](/lantern/start.md) [b](/start.md)\n\n[c](/lantern/gone.md)\n",
  };
  expect(await errorsOf(site)).toEqual(["broken-link src/content/docs/index.md:7"]);
});

test("five pictures in a folder that git ignores may be made by the build, also where one of it is kept", async () => {
  const pictures = [1, 2, 3, 4, 5].map((at) => `![${at}](shots/lamp-${at}.png)\n`);
  const site = (...patterns: string[]) => ({
    ".gitignore": patterns.join("\n"),
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/index.md": `# Home\n\n${pictures.join("\n")}`,
    "docs/shots/kept.png": "",
  });
  expect(await toldOf(site("shots"))).toEqual(["shared-cause docs/index.md:3"]);
  const beside = { ...site("other"), "docs/.gitignore": "shots\n" };
  expect(await toldOf(beside)).toEqual(["shared-cause docs/index.md:3"]);
  expect(await errorsOf(site("other"))).toHaveLength(5);
});

test("a closure in code that the end of its page ends is no table", async () => {
  const page = (line: string) => ({
    "book.toml": "[book]\n",
    "src/SUMMARY.md": "- [Lamp](lamp.md)\n",
    "src/lamp.md": `# Lamp\n\n\`\`\`rust\nlet lamps = all();\n\nlamps.map(\n  ${line}\n`,
  });
  expect(await errorsOf(page("|lamp| { lamp.light() });"))).toEqual([]);
  expect(await errorsOf(page("| Lamp | Light |"))).toEqual(["unclosed-fence src/lamp.md:3"]);
});

test("a Jekyll site may be served below the name of its repository, with other sites beside it", async () => {
  const page = (title: string, text: string) => `---\nlayout: page\ntitle: ${title}\n---\n\n${text}\n`;
  const site = (config: string) => ({
    "_config.yml": `theme: minima\n${config}\n`,
    "index.md": page("Home", "[a](/lantern/guides/lamps/)"),
    "guides/lamps.md": page("Lamps", "[b](/lantern/guides/gone/)"),
    "guides/shades.md": page("Shades", "[c](/other-project/)"),
  });
  const repository = "repository: https://github.com/acme/lantern";
  expect(await errorsOf(site(repository))).toEqual(["broken-link guides/lamps.md:6"]);
});
