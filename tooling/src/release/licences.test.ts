import { expect, test } from "vitest";
import { licenceOf, refuseLicences } from "./licences.ts";

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
