import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { planMove } from "./plan-move.ts";
import { addsOnlyRedirects } from "./redirect-list.ts";

const PAGE = "---\ntitle: Install\n---\n\nText.\n";

/** What a configuration becomes when a page of its site moves, and what is left to people. */
async function moved(files: Record<string, string>, [from, to]: [string, string], config: string) {
  const all = { ...files, [from]: PAGE };
  const whole = wholeReaderOf(all);
  const reader = { ...whole, paths: async () => [...(await whole.paths()), config] };
  const base = { ...reader, readMany: async (paths: string[]) => paths.flatMap((path) => toFile(all, path)) };
  const plan = await planMove({ reader, base }, { from, to, withTranslations: true, withRedirects: true });
  const after = plan.texts.find(({ path }) => path === config)?.text ?? null;
  if (after !== null) expect(addsOnlyRedirects(config, files[config] ?? "", after)).toBe(true);
  return { after, undone: plan.undone, redirects: plan.redirects };
}

const toFile = (files: Record<string, string>, path: string) =>
  files[path] === undefined ? [] : [{ path, text: files[path] }];

const DOCUSAURUS = (redirects: string) => `import { themes } from "prism-react-renderer";
// The redirects of the site.
export default {
  title: 'Site',
  presets: [['classic', { docs: { path: 'docs', routeBasePath: 'docs' }, blog: false }]],
  plugins: [
    ['@docusaurus/plugin-client-redirects', { redirects: ${redirects} }],
  ],
};
`;
const IN_DOCS: [string, string] = ["docs/guides/install.md", "docs/setup.md"];

test("redirects of Docusaurus go before the others, in the form of the file, and older ones lead on to the new address", async () => {
  const { after, undone } = await moved(
    {
      "docusaurus.config.js": DOCUSAURUS(`[
      { from: '/old', to: '/docs/guides/install' }, // since 1.0
      { from: ['/a', '/b'], to: '/docs' },
    ]`),
      "docs/index.md": PAGE,
    },
    IN_DOCS,
    "docusaurus.config.js",
  );

  expect(undone).toEqual([]);
  expect(after).toBe(
    DOCUSAURUS(`[
      { from: "/docs/guides/install", to: "/docs/setup" },
      { from: '/old', to: "/docs/setup" }, // since 1.0
      { from: ['/a', '/b'], to: '/docs' },
    ]`),
  );
});

test("an empty list of Docusaurus is filled", async () => {
  const { after } = await moved({ "docusaurus.config.js": DOCUSAURUS("[]") }, IN_DOCS, "docusaurus.config.js");

  expect(after).toContain(`{ redirects: [
      { from: "/docs/guides/install", to: "/docs/setup" },
    ] }],`);
});

test.each([
  ["a call", "makeRedirects()"],
  ["a list of another file", "require('./redirects')"],
])("redirects of Docusaurus that %s makes are named with their line", async (_, value) => {
  const config = DOCUSAURUS(value);
  const { after, undone } = await moved({ "docusaurus.config.js": config }, IN_DOCS, "docusaurus.config.js");

  expect(after).toBeNull();
  expect(undone).toEqual([
    {
      path: "docusaurus.config.js",
      line: 7,
      message: 'Add these redirects there:\n{ from: "/docs/guides/install", to: "/docs/setup" },',
    },
  ]);
});

test("redirects of Next are written into the list that its function gives back", async () => {
  const config = (added: string) => `import nextra from "nextra";
const withNextra = nextra({});
export default withNextra({
  async redirects() {
    return [${added}
      { source: "/old", destination: "/", permanent: true },
    ];
  },
});
`;
  const { after, undone } = await moved(
    { "next.config.mjs": config(""), "content/index.mdx": PAGE },
    ["content/guides/install.mdx", "content/setup.mdx"],
    "next.config.mjs",
  );

  expect(undone).toEqual([]);
  expect(after).toBe(config(`\n      { source: "/guides/install", destination: "/setup", permanent: true },`));
});

test("redirects of Astro are written into its map, and into a new one where it has none", async () => {
  const config = (redirects: string) => `import starlight from "@astrojs/starlight";
export default defineConfig({${redirects}
  integrations: [starlight({ title: "X" })],
});
`;
  const pages: [string, string] = ["src/content/docs/guides/install.md", "src/content/docs/setup.md"];
  const none = await moved({ "astro.config.mjs": config("") }, pages, "astro.config.mjs");
  const some = await moved({ "astro.config.mjs": config(`\n  redirects: { "/a": "/b" },`) }, pages, "astro.config.mjs");

  expect(none.after).toBe(config(`\n  redirects: {\n    "/guides/install": "/setup",\n  },`));
  expect(some.after).toBe(config(`\n  redirects: {\n    "/guides/install": "/setup", "/a": "/b" },`));
});

const VITEPRESS = { "docs/.vitepress/config.ts": "export default {};\n", "docs/index.md": PAGE };

test("redirects of a host are written into its file: lines, TOML and JSON", async () => {
  const of = (path: string, text: string) =>
    moved({ ...VITEPRESS, [path]: text }, ["docs/guides/install.md", "docs/setup.md"], path);

  expect((await of("docs/public/_redirects", "# Moved\n/old/* /new/:splat 302\n")).after).toBe(
    "# Moved\n/guides/install /setup 301\n/old/* /new/:splat 302\n",
  );
  expect((await of("docs/public/_redirects", "/old /guides/install 301")).after).toBe(
    "/guides/install /setup 301\n/old /setup 301",
  );
  expect((await of("netlify.toml", '[build]\ncommand = "make"\n')).after).toBe(
    '[build]\ncommand = "make"\n\n[[redirects]]\nfrom = "/guides/install"\nto = "/setup"\nstatus = 301\n',
  );
  expect((await of("netlify.toml", '[[redirects]]\nfrom = "/a"\nto = "/guides/install"\nforce = true\n')).after).toBe(
    '[[redirects]]\nfrom = "/guides/install"\nto = "/setup"\nstatus = 301\n\n[[redirects]]\nfrom = "/a"\nto = "/setup"\nforce = true\n',
  );
  expect((await of("vercel.json", '{\n  "cleanUrls": true\n}\n')).after).toBe(
    '{\n  "redirects": [\n    { "source": "/guides/install", "destination": "/setup", "permanent": true }\n  ],\n  "cleanUrls": true\n}\n',
  );
  expect(JSON.parse((await of("vercel.json", "{}")).after ?? "").redirects).toHaveLength(1);
});

test("redirects of GitBook lead to files, from the folder of the book", async () => {
  const { after } = await moved(
    {
      ".gitbook.yaml": "root: ./docs/\nredirects:\n    a: b.md\n",
      "docs/SUMMARY.md": "* [Install](guides/install.md)\n",
    },
    IN_DOCS,
    ".gitbook.yaml",
  );

  expect(after).toBe("root: ./docs/\nredirects:\n    guides/install: setup.md\n    a: b.md\n");
});

test("an address with a sign that stands for others is named, not written", async () => {
  const { after, undone } = await moved(
    { ...VITEPRESS, "docs/public/_redirects": "/a /b 301\n" },
    ["docs/guides/what:now.md", "docs/setup.md"],
    "docs/public/_redirects",
  );

  expect(after).toBeNull();
  expect(undone.at(-1)?.message).toBe("Add these redirects there:\n/guides/what:now /setup 301");
});

test("several moves after each other add only redirects, and any other change of the file does not", () => {
  const before = DOCUSAURUS("[]");
  const entry = (from: string, to: string) => `\n      { from: "/${from}", to: "/${to}" },`;
  const twice = DOCUSAURUS(`[${entry("b", "c")}${entry("a", "c")}\n    ]`);
  const only = (after: string) => addsOnlyRedirects("docusaurus.config.js", before, after);

  expect(only(twice)).toBe(true);
  expect(only(before)).toBe(true);
  for (const after of [
    twice.replace("'Site'", "'Other'"),
    twice.replace("import ", 'import "./x.js";\nimport '),
    twice.replace('to: "/c"', 'to: "https://evil.example"'),
    twice.replace('to: "/c"', 'to: "//evil.example"'),
    twice.replace('to: "/c"', "to: run()"),
    twice.replace('to: "/c" }', 'to: "/c", ...run() }'),
    "",
  ])
    expect(only(after), after).toBe(false);
  expect(addsOnlyRedirects("netlify.toml", '[build]\ncommand = "a"\n', '[build]\ncommand = "b"\n')).toBe(false);
  expect(addsOnlyRedirects("package.json", "{}", "{}")).toBe(false);
});
