import { expect, test } from "vitest";
import { allFaults, allTold, edited, faultsOf, PAGE, titled } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";

test("Jekyll: images from the top of the site lie beside the pages", async () => {
  const site: Files = {
    "_config.yml": "theme: minima\n",
    "assets/img/logo.png": "",
    "index.md":
      "---\ntitle: Home\n---\n\n![x](/assets/img/logo.png)\n\n![y](/assets/img/lost.png)\n\n![z](/theme/lost.png)\n",
  };

  expect(await allFaults(site)).toEqual(["index.md:7 missing-asset"]);
});

test("Jekyll: a tag of Liquid may stand before a fence, and HTML ends where kramdown ends it", async () => {
  const site: Files = {
    "_config.yml": "title: Lantern\ntheme: minima\n",
    "index.md": "# Home\n\n```\n{% raw %}{{ name }}\n{% endraw %}```\n\n```js\nstart();\n```\n",
    "keys.md": "# Keys\n\n```js\nrotate();\n```\n",
    "tags.md": '# Tags\n\n<div class="code" markdown="1">\nText\n</div>\n```markdown\n[a]\n\n[b]\n```\n',
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "keys.md", "rotate();\n```", "rotate();"))).toEqual([
    "keys.md:3 unclosed-fence",
  ]);
});

test("Jekyll: what the build wrote is no page of the site", async () => {
  const site: Files = {
    "_config.yml": "title: Lantern\ntheme: minima\n",
    "index.md": "# Home\n\n[keys](keys.md)\n",
    "keys.md": PAGE,
    "_site/index.md": "# Home\n\n[keys](keys.md)\n",
  };
  expect(await allFaults(site)).toEqual([]);
});

test("Jekyll: a folder with an underscore is built where the configuration includes it, and what it excludes is not", async () => {
  const site: Files = {
    "_config.yml": "theme: minima\n",
    "index.md": "# Home\n",
    "_pages/index.md": "---\npermalink: /\n---\n\n# Home\n\n[gone](gone.md)\n",
    "notes/a.md": "# A\n\n[gone](gone.md)\n",
  };
  expect(await allFaults(site)).toEqual(["notes/a.md:3 broken-link"]);
  const config = "theme: minima\ninclude: [_pages]\nexclude:\n  - notes/\n";
  expect(await allTold({ ...site, "_config.yml": config })).toEqual([
    "_pages/index.md:7 broken-link",
    "index.md:1 duplicate-slug",
  ]);
});

test("Jekyll: of two equal keys of front matter the last counts", async () => {
  const text = "---\ntitle: A\npermalink: /old/\npermalink: /b/\n---\n\nText.\n";
  const site: Files = { "_config.yml": "theme: minima\n", "index.md": "# Home\n\n[b](/b/)\n", "a.md": text };
  expect(await allTold(site)).toEqual([]);
  const other = { "docusaurus.config.js": "module.exports = {};\n", "docs/a.md": text };
  expect(await allTold(other)).toEqual(["docs/a.md:4 frontmatter"]);
});

test("Jekyll: an image may lie beside the address that a page gives itself, by either of two configurations", async () => {
  const site: Files = {
    "_config.yml": "theme: minima\n",
    "docs/_config.yml": "theme: minima\n",
    "docs/pages/home.md": "---\npermalink: /\n---\n\n# Home\n\n![a](assets/a.png)\n\n![b](pages/b.png)\n",
    "docs/assets/a.png": "",
    "docs/pages/c.png": "",
  };
  expect(await allFaults(site)).toEqual(["docs/pages/home.md:9 missing-asset"]);
});

test("Jekyll: a post that is written as HTML has an address as others do", async () => {
  const site: Files = {
    "_config.yml": "theme: minima\n",
    "_posts/2024-01-02-first.md": "# First\n\n[a](/web/second/)\n\n[b](/web/third/)\n",
    "_posts/2024-01-03-second.html": "<h1>Second</h1>\n",
    "web/index.md": "# Web\n",
  };
  expect(await allFaults(site)).toEqual(["_posts/2024-01-02-first.md:5 broken-link"]);
});

test("Jekyll: posts lie at addresses of the configuration, of its defaults or of their own, below their categories", async () => {
  const links = (...addresses: string[]) => titled("Home", addresses.map((one) => `[x](${one})`).join(" "));
  const post = (...data: string[]) => `---\ntitle: Post\n${data.map((one) => `${one}\n`).join("")}---\n\nText.\n`;
  const posts: Files = {
    "_posts/2024-01-02-My-Post.md": post("categories: News Two"),
    "_posts/2024-01-03-x_y.md": post("permalink: /u/:year/:title.html"),
    "_posts/2024-01-05-d.md": post("date: 2023-02-03"),
    "sub/_posts/2024-01-02-z.md": post("categories: [Big]"),
  };
  const plain: Files = {
    ...posts,
    "_config.yml": "theme: minima\n",
    "index.md": links(
      "/news/two/2024/01/02/My-Post.html",
      "/u/2024/x_y.html",
      "/2023/02/03/d.html",
      "/sub/big/2024/01/02/z",
    ),
  };
  expect(await allTold(plain)).toEqual([]);
  const formed: Files = {
    ...posts,
    "_config.yml": "permalink: /blog/:categories/:title/\n",
    "index.md": links("/blog/news/two/My-Post/", "/blog/d/", "/blog/sub/big/z/"),
  };
  expect(await allTold(formed)).toEqual([]);
  const defaults = [
    "theme: minima",
    "defaults:",
    "  - scope: { path: sub, type: posts }",
    "    values: { permalink: /sub/:title/ }",
    '  - scope: { path: "", type: posts }',
    "    values: { permalink: /posts/:title/ }",
    "  - scope: { path: b }",
    "    values: { permalink: /bb/:basename/ }",
    "",
  ].join("\n");
  const set: Files = {
    ...posts,
    "_config.yml": defaults,
    "b/one.md": titled("One", "Text."),
    "index.md": links("/posts/My-Post/", "/posts/d/", "/sub/z/", "/bb/one/"),
  };
  expect(await allTold(set)).toEqual([]);
  expect(await allFaults({ ...set, "index.md": links("/posts/gone/") })).toEqual(["index.md:5 broken-link"]);
});

test("Jekyll: collections may lie in a folder of their own, and a link may name where the site is served", async () => {
  const site: Files = {
    "_config.yml": "baseurl: /lantern\ncollections_dir: all\ncollections:\n  guides:\n    output: true\n",
    "all/_guides/a.md": titled("A", "[b](/lantern/guides/b.html) [c](/guides/b.html) [home](/lantern/)"),
    "all/_guides/b.md": titled("B", "[x](/lantern/guides/gone/)"),
    "index.md": titled("Home", "[a](/lantern/guides/a)"),
  };
  expect(await allTold(site)).toEqual(["all/_guides/b.md:5 broken-link"]);
});

test("Jekyll: a page may name the folder of its pictures", async () => {
  const site: Files = {
    "_config.yml": "theme: jekyll-theme-chirpy\n",
    "_posts/2024-01-02-a.md": "---\ntitle: A\nmedia_subpath: /assets/a\n---\n\n![x](x.png)\n\n![y](y.png)\n",
    "_posts/2024-01-03-b.md": "---\ntitle: B\nimg_path: https://media.example/b/\n---\n\n![x](x.png)\n",
    "assets/a/x.png": "",
  };
  expect(await allFaults(site)).toEqual(["_posts/2024-01-02-a.md:8 missing-asset"]);
});
