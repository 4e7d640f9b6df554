import { expect, test } from "vitest";
import { listDependencies, listMembers } from "./dependencies.ts";
import { describeLicences, licenceOf, refuseLicences } from "./licences.ts";

const withLicence = (licence: object) => {
  const about = { name: "some-package", version: "1.0.0" };
  return { ...about, manifest: { ...about, ...licence } };
};

test.each([
  ["an allowed licence", { license: "MIT" }],
  ["one that is allowed, of several", { license: "(GPL-3.0-only OR BSD-3-Clause)" }],
  ["several that are all allowed", { license: "MIT AND Apache-2.0" }],
  ["a licence in the form of old manifests", { licenses: [{ type: "ISC" }] }],
])("a package with %s may be shipped", (_, licence) => {
  expect(refuseLicences([withLicence(licence)])).toEqual([]);
});

test.each([
  ["GPL-3.0-only", { license: "GPL-3.0-only" }],
  ["MIT AND LGPL-3.0-or-later", { license: "MIT AND LGPL-3.0-or-later" }],
  ["SEE LICENSE IN LICENSE.md", { license: { type: "SEE LICENSE IN LICENSE.md" } }],
])("a package with %s is refused in a sentence that names it", (name, licence) => {
  expect(refuseLicences([withLicence(licence)])).toEqual([
    `some-package 1.0.0 has the licence ${name}, which is not in ALLOWED in tooling/src/release/licences.ts. Use another package.`,
  ]);
});

test("a package that names no licence is refused", () => {
  expect(licenceOf(withLicence({}))).toBeNull();
  expect(refuseLicences([withLicence({})])).toEqual([
    "some-package 1.0.0 names no licence in its manifest. Use another package, or ask its authors for one.",
  ]);
});

test("the licences of a release name each package that it brings, with its version, and hold the text of each licence", async () => {
  const dependencies = await listDependencies(await listMembers());

  const text = await describeLicences(dependencies);

  const lines = new Set(text.split("\n"));
  const missing = dependencies.filter((one) => !lines.has(`${one.name} ${one.version} (${licenceOf(one)})`));
  expect(missing.map(({ name }) => name)).toEqual([]);
  expect(dependencies.length).toBeGreaterThan(200);
  const partOf = (name: string) =>
    text.split(`\n${"-".repeat(80)}\n`).find((part) => part.includes(`\n${name} `)) ?? "";
  expect(partOf("pg")).toContain("Copyright (c) 2010 - 2021 Brian Carlson");
  expect(partOf("pg")).toContain("Permission is hereby granted");
  // Some packages name the Apache licence without its text.
  expect(text).toContain("TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION");
});
