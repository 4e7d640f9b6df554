import { expect, test } from "vitest";
import type { DocsReader } from "../docs-reader.ts";
import { type DocusaurusVersions, readDocusaurusVersions } from "./read-docusaurus-versions.ts";

const FROZEN = { "versions.json": '["2.0", "1.0"]', "versioned_docs/version-2.0/intro.md": "# Intro\n" };

async function readAll(files: Record<string, string>): Promise<DocusaurusVersions[]> {
  const readMany = async (paths: string[]) =>
    paths.flatMap((path) => (files[path] === undefined ? [] : [{ path, text: files[path] }]));
  const reader: DocsReader = {
    paths: async () => Object.keys(files),
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
  return readDocusaurusVersions(reader, Object.keys(files));
}

async function read(files: Record<string, string>): Promise<DocusaurusVersions | null> {
  const [only, ...others] = await readAll(files);
  expect(others).toEqual([]);
  return only ?? null;
}

const withDocs = (docs: string, prelude = "") => ({
  ...FROZEN,
  "docusaurus.config.ts": `${prelude}\nexport default { presets: [["classic", { docs: ${docs} }]] } satisfies Config;\n`,
});

const places = async (files: Record<string, string>) => {
  const versions = await read(files);
  return versions && { ...Object.fromEntries(versions.places), current: versions.current };
};

test("the newest frozen version stands at the base, unless the site says otherwise", async () => {
  expect(await places(FROZEN)).toEqual({ "2.0": "", "1.0": "/1.0", current: "/next" });
  expect(await places(withDocs("{ sidebarPath: './sidebars.ts' }"))).toEqual({
    "2.0": "",
    "1.0": "/1.0",
    current: "/next",
  });
});

test.each([
  ["{ lastVersion: 'current' }", { "2.0": "/2.0", "1.0": "/1.0", current: "" }],
  ["{ lastVersion: LAST }", { "2.0": "/2.0", "1.0": "", current: "/next" }],
  [
    "{ versions: { current: { label: 'Canary', path: 'canary' }, '1.0': { path: '/legacy/' } } }",
    { "2.0": "", "1.0": "/legacy", current: "/canary" },
  ],
  ["{ includeCurrentVersion: false }", { "2.0": "", "1.0": "/1.0", current: null }],
  ["{ onlyIncludeVersions: ['current', '2.0'] }", { "2.0": "", current: "/next" }],
  ["{ disableVersioning: true }", { current: "" }],
])("the site's configuration is read as data: %s", async (docs, expected) => {
  expect(await places(withDocs(docs, "const LAST = '1.0';"))).toEqual(expected);
});

test("the options of the plugin for the main docs count like those of the preset", async () => {
  const plugins =
    "[['@docusaurus/plugin-content-docs', { id: 'api', lastVersion: '1.0' }], ['@docusaurus/plugin-content-docs', { lastVersion: 'current' }]]";

  expect(await places({ ...FROZEN, "docusaurus.config.js": `module.exports = { plugins: ${plugins} };` })).toEqual({
    "2.0": "/2.0",
    "1.0": "/1.0",
    current: "",
  });
});

test.each([
  "{ lastVersion: process.env.LAST ?? '1.0' }",
  "{ versions: load() }",
  "{ versions: { '1.0': { path: name('1.0') } } }",
])("versions that code puts somewhere stand in one of the likely places: %s", async (docs) => {
  const likely = (await readAll(withDocs(docs))).map(({ places, current }) => ({
    ...Object.fromEntries(places),
    current,
  }));

  expect(likely).toEqual([
    { "2.0": "", "1.0": "/1.0", current: "/next" },
    { "2.0": "/2.0", "1.0": "/1.0", current: "" },
  ]);
});

test.each([
  ["no list", { "versioned_docs/version-2.0/intro.md": "# Intro\n" }],
  ["no frozen pages", { "versions.json": '["2.0"]' }],
  ["a list that is none", { ...FROZEN, "versions.json": '{ "latest": "2.0" }' }],
  ["a damaged list", { ...FROZEN, "versions.json": '["2.0"' }],
])("a site with %s keeps no versions", async (_, files) => {
  expect(await read(files)).toBeNull();
});

test("the site may lie in a folder of its repository", async () => {
  const files = Object.fromEntries(Object.entries(FROZEN).map(([path, text]) => [`website/${path}`, text]));

  expect(await read(files)).toMatchObject({ folder: "website", current: "/next" });
});
