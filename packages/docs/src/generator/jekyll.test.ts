import { expect, test } from "vitest";
import { allFaults, edited, faultsOf, PAGE } from "../checks/testing-changes.ts";
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
