import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { expect, test } from "vitest";
import { isForBrowsers, listDependencies, listDirect, listMembers } from "./dependencies.ts";
import { describePackages } from "./sbom.ts";

type Component = { "bom-ref": string; name: string; licenses: object[]; hashes: { alg: string; content: string }[] };
type Bom = { serialNumber: string; components: Component[]; dependencies: { ref: string; dependsOn: string[] }[] };

const members = await listMembers();
const dependencies = await listDependencies(members);
const direct = await listDirect(members);
const bom = (await describePackages(dependencies, { version: "1.2.3", direct })) as Bom;
const validate = (value: object) =>
  new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(JSON.stringify(value));

test("the list of packages follows CycloneDX's schema, which refuses a component without a type", async () => {
  const [first] = bom.components;
  const small = { ...bom, dependencies: [] };

  expect(await validate(bom)).toBeNull();
  expect(await validate({ ...small, components: [first] })).toBeNull();
  expect(await validate({ ...small, components: [{ ...first, type: undefined }] })).not.toBeNull();
});

test("the list has each package once, with its licence and the digest of the lockfile, and what it needs", () => {
  const refs = bom.components.map((component) => component["bom-ref"]);
  const pg = bom.components.find(({ name }) => name === "pg");
  const needs = Object.fromEntries(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));

  expect(refs).toEqual([...new Set(refs)]);
  expect(refs.length).toBeGreaterThan(200);
  expect(pg).toMatchObject({ licenses: [{ license: { id: "MIT" } }], hashes: [{ alg: "SHA-512" }] });
  expect(pg?.hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  expect(needs["pkg:npm/docsteward@1.2.3"]).toContain(pg?.["bom-ref"]);
  expect(needs[pg?.["bom-ref"] ?? ""]).toContainEqual(expect.stringMatching(/^pkg:npm\/pg-protocol@/));
  // Every package is reached from the application: none is in the list for no reason.
  const reached = new Set<string>();
  const reach = (ref: string) => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const next of needs[ref] ?? []) reach(next);
  };
  reach("pkg:npm/docsteward@1.2.3");
  expect(refs.filter((ref) => !reached.has(ref))).toEqual([]);
});

test("the list of the same packages is the same, and that of another version has another number", async () => {
  const number = (value: object) => (value as Bom).serialNumber;

  expect(await describePackages(dependencies, { version: "1.2.3", direct })).toEqual(bom);
  expect(number(await describePackages(dependencies, { version: "1.2.4", direct }))).not.toBe(number(bom));
});

test("a release has no package that only tests, builds or browsers need", async () => {
  const names = (all: { name: string }[]) => all.map(({ name }) => name);
  const running = names(await listDependencies(members.filter((member) => !isForBrowsers(member))));

  expect(running).toEqual(expect.arrayContaining(["pg", "pino", "@prisma/client"]));
  for (const name of ["lucide-react", "vitest", "typescript", "rolldown", "sharp", "prisma", "@types/node"])
    expect(running).not.toContain(name);
  expect(names(dependencies)).toContain("lucide-react");
});
