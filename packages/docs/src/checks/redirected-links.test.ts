import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, allTold, edited, faultsOf, pages } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

async function notesOf(files: Files) {
  const { errors, warnings, notes } = await checkSite({ reader: wholeReaderOf(files), base: null });
  expect([...errors, ...warnings]).toEqual([]);
  return notes.map(({ rule, fix }) => `${rule} ${fix?.old} ${fix?.new}`);
}

const link = (url: string) => `# Home\n\n[x](${url})\n`;

test.each<[string, Files, string, string]>([
  [
    "Mintlify",
    {
      "docs.json":
        '{ "navigation": { "pages": ["index", "b"] }, "redirects": [{ "source": "/a", "destination": "/b" }] }\n',
      "b.mdx": "---\ntitle: B\n---\n\n## Part\n",
      "index.mdx": "---\ntitle: Home\n---\n\n[x](/a#part)\n",
    },
    "/a#part",
    "/b#part",
  ],
  [
    "Docusaurus",
    {
      "docusaurus.config.js":
        'module.exports = { baseUrl: "/p/", presets: [["classic", {}]], plugins: [["@docusaurus/plugin-client-redirects", { redirects: [{ from: ["/docs/a", "/docs/c"], to: "/docs/b" }] }]] };\n',
      ...pages("docs/b.md"),
      "docs/index.md": link("/docs/c/"),
    },
    "/docs/c/",
    "/docs/b/",
  ],
  [
    "Starlight",
    {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default { redirects: { "/a": "/c", "/c": { status: 301, destination: "/b#now" } }, integrations: [starlight({ title: "X" })] };\n',
      "src/content/docs/b.md": "---\ntitle: B\n---\n\n## Now\n",
      "src/content/docs/index.md": "---\ntitle: Home\n---\n\n[x](/a?y=1)\n",
    },
    "/a?y=1",
    "/b?y=1#now",
  ],
  [
    "Hugo",
    { "hugo.toml": "", "content/b.md": "---\ntitle: B\naliases: [/a/]\n---\n", "content/_index.md": link("/a/") },
    "/a/",
    "/b/",
  ],
  [
    "Jekyll",
    {
      "_config.yml": "title: X\n",
      "b.md": "---\ntitle: B\nredirect_from: [/a.html]\n---\n",
      "index.md": link("/a.html"),
    },
    "/a.html",
    "/b.html",
  ],
  [
    "a host",
    {
      ".vitepress/config.ts": "export default {}\n",
      "public/_redirects": "/guide/a /guide/b 301\n",
      ...pages("guide/b.md"),
      "index.md": link("/guide/a"),
    },
    "/guide/a",
    "/guide/b",
  ],
])("%s: a link to a former address has the new one as its only answer", async (_name, files, from, to) => {
  expect(await notesOf(files)).toEqual([`redirected-link ${from} ${to}`]);
});

const HOSTED: Files = {
  ".vitepress/config.ts": "export default {}\n",
  ...pages("guide/b.md"),
  "index.md": link("/guide/a"),
};

test.each<[string, Files]>([
  ["one that may change", { "public/_redirects": "/guide/a /guide/b 302\n" }],
  ["one without a status, which hosts read in two ways", { "public/_redirects": "/guide/a /guide/b\n" }],
  ["one for some readers", { "public/_redirects": "/guide/a /guide/b 301 Country=de\n" }],
  [
    "one with conditions",
    { "vercel.json": '{ "redirects": [{ "source": "/guide/a", "destination": "/guide/b", "has": [] }] }' },
  ],
  [
    "one that is asked not to stay",
    { "netlify.toml": '[[redirects]]\nfrom = "/guide/a"\nto = "/guide/b"\nstatus = 302\n' },
  ],
  [
    "an answer from elsewhere",
    { "vercel.json": '{ "rewrites": [{ "source": "/guide/a", "destination": "/guide/b" }] }' },
  ],
  ["another site", { "public/_redirects": "/guide/a https://example.com/b 301\n" }],
  ["a page that is gone", { "public/_redirects": "/guide/a /guide/c 301\n" }],
  ["a circle", { "public/_redirects": "/guide/a /guide/c 301\n/guide/c /guide/a 301\n" }],
  [
    "a part that the page no longer has",
    { "public/_redirects": "/guide/a /guide/b 301\n", "index.md": link("/guide/a#gone") },
  ],
])("a redirect to %s leaves the link alone", async (_name, files) => {
  expect(await notesOf({ ...HOSTED, ...files })).toEqual([]);
});

test("a redirect of some addresses leaves others of their folder to be checked", async () => {
  const site: Files = {
    "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };\n",
    "vercel.json":
      '{ "redirects": [{ "source": "/docs/:path*.mdx", "destination": "/x" }, { "source": "/docs/old/:name", "destination": "/y" }] }\n',
    "docs/install.md": "# Install\n\n[x](/docs/old/a)\n\n[y](/docs/old/a/b)\n\n[z](/docs/gone)\n",
  };

  expect(await allTold(site)).toEqual(["docs/install.md:5 shared-cause", "docs/install.md:7 broken-link"]);
});

test("Vercel: what the host answers from elsewhere is known by its form, and no other address is", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    "templates/app/vercel.json": '{ "rewrites": [{ "source": "/(.*)", "destination": "/index.html" }] }\n',
    "docs/vercel.json": '{ "rewrites": [{ "source": "/shop/:path*", "destination": "https://shop.example.com" }] }\n',
    "docs/index.md": "# Home\n\n[x](/shop/cart)\n\n[y](/guide)\n",
    ...pages("docs/guide.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "/guide", "/guides"))).toEqual([
    "docs/index.md:5 broken-link",
  ]);
});
