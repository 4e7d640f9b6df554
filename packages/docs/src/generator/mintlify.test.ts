import { expect, test } from "vitest";
import { allFaults, edited, faultsOf, titled } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";

test("Mintlify: the anchor of a parameter is its name with hyphens", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": { "pages": ["index", "api"] } }\n',
    "index.mdx": titled("Home", "[a](/api#param-retry-after-seconds)"),
    "api.mdx": titled("API", '<ParamField body="retryAfterSeconds" type="number">Time.</ParamField>'),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "index.mdx", "seconds", "minutes"))).toEqual(["index.mdx:5 broken-anchor"]);
});

test("Mintlify: a README in MDX is for those who write the pages", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": { "pages": ["index"] } }\n',
    "index.mdx": titled("Home", "Text."),
    "README.mdx": "Run it.\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, "more.mdx": titled("More", "Text.") })).toEqual(["more.mdx:1 orphan-page"]);
});

test("Mintlify: a folder of pieces at any depth needs no entry", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": [{ "group": "A", "pages": ["index"] }] }',
    "index.mdx": "---\ntitle: Home\n---\n\nText.\n",
    "api/_snippets/vehicle.mdx": "Text.\n",
    "api/vehicle.mdx": "---\ntitle: Vehicle\n---\n\nText.\n",
  };
  expect(await allFaults(site)).toEqual(["api/vehicle.mdx:1 orphan-page"]);
});

test("Mintlify: an entry without a page is told where it stands, in the part that `docs.json` takes in", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": { "groups": [{ "$ref": "./nav/guides.json" }] } }\n',
    "nav/guides.json": '{\n  "group": "Guides",\n  "pages": ["index", "keys"]\n}\n',
    "index.mdx": titled("Home", "Text."),
    "keys.mdx": titled("Keys", "Text."),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, ...edited(site, "nav/guides.json", '"keys"', '"kees"') })).toEqual([
    "keys.mdx:1 orphan-page",
    "nav/guides.json:3 navigation-entry",
  ]);
  expect(await faultsOf(site, edited(site, "nav/guides.json", '"keys"', '"keys", "gone"'))).toEqual([
    "nav/guides.json:3 navigation-entry",
  ]);
});
