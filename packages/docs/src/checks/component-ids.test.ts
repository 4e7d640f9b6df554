import { expect, test } from "vitest";
import { allFaults, edited, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

test("a component that passes its id on leaves the ids to the pages, and one that gives ids in a list does not", async () => {
  const passing = "export const Part = ({ id, children }) => <section id={id}>{children}</section>\n";
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }\n',
    "app/docs/[[...mdxPath]]/page.tsx": "export default () => null\n",
    "components/part.tsx": passing,
    "content/index.mdx": "# Home\n\n[a](/docs/api#on-start) [b](/docs/api#on-init)\n",
    "content/api.mdx": "import { Part } from '@/components/part'\n\n# API\n\n<Part id=\"on-start\">Text.</Part>\n",
  };
  expect(await allFaults(site)).toEqual(["content/index.mdx:3 broken-anchor"]);
  const list = "export const Part = ({ rows }) => rows.map(({ id }) => <dt id={id}>{id}</dt>)\n";
  expect(await allFaults({ ...site, "components/part.tsx": list })).toEqual([]);
});

test("the id of a component may be written in small letters, and that of a tag is as it stands", async () => {
  const site = (tag: string): Files => ({
    "docs.json": '{ "navigation": { "pages": ["index"] } }',
    "index.mdx": titled("Home", `[a](#p2)\n\n<${tag} id="P2">Text.</${tag}>`),
    "snippets/rule.jsx": "export const Rule = ({ id }) => <section id={id.toLowerCase()} />\n",
  });
  const imported = (files: Files) => ({
    ...files,
    "index.mdx": (files["index.mdx"] ?? "").replace("[a]", 'import { Rule } from "/snippets/rule.jsx"\n\n[a]'),
  });
  expect(await allFaults(imported(site("Rule")))).toEqual([]);
  expect(await allFaults(site("section"))).toEqual(["index.mdx:5 broken-anchor"]);
});

test("ids that a component of the site or of its generator writes are known only to the build", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }\n',
    "app/docs/[[...mdxPath]]/page.tsx": "export default () => null\n",
    "components/fields.tsx": "export const Fields = () => names.map((name) => <dt id={name}>{name}</dt>)\n",
    "components/plan.tsx": "export const Plan = () => <h2>Plan</h2>\n",
    "content/index.mdx": "# Home\n\n[a](/docs/api#on-init) [b](/docs/types#on-init)\n",
    "content/api.mdx": "import { Fields } from '@/components/fields'\n\n# API\n\n<Fields />\n",
    "content/types.mdx": "import { TSDoc } from 'nextra/tsdoc'\n\n# Types\n\n<TSDoc />\n",
  };
  expect(await allFaults(site)).toEqual([]);
  const other = { ...site, ...edited(site, "content/api.mdx", "components/fields", "components/plan") };
  expect(await allFaults(other)).toEqual(["content/index.mdx:3 broken-anchor"]);
});
