import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT } from "../root.ts";
import type { Dependency } from "./dependencies.ts";
import { licenceOf } from "./licences.ts";

type Lockfile = { packages: Record<string, { resolution: { integrity?: string } } | undefined> };

/**
 * A list of packages in CycloneDX's format. The same packages give the same text: it has no time, and its number comes from them.
 *
 * @param application what contains the packages
 * @param direct folders of the packages that it needs itself
 */
export async function describePackages(
  dependencies: readonly Dependency[],
  application: { version: string; direct: ReadonlySet<string> },
): Promise<object> {
  const packages = await readLockedPackages();
  const byFolder = new Map(dependencies.map((dependency) => [dependency.folder, purlOf(dependency)]));
  // pnpm installs a package once for each set of its peers.
  const unique = new Map(dependencies.map((dependency) => [purlOf(dependency), dependency]));
  const root = `pkg:npm/docsteward@${application.version}`;
  const components = [...unique].map(([purl, dependency]) => {
    const integrity = packages[`${dependency.name}@${dependency.version}`]?.resolution.integrity;
    return toComponent(purl, dependency, integrity);
  });
  const refsOf = (folders: Iterable<string>) =>
    [...new Set([...folders].flatMap((folder) => byFolder.get(folder) ?? []))].toSorted();
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${toUuid(JSON.stringify(components) + application.version)}`,
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: {
        ...{ type: "application", "bom-ref": root, name: "docsteward", version: application.version, purl: root },
        licenses: [{ license: { id: "MIT" } }],
      },
    },
    components,
    dependencies: [
      { ref: root, dependsOn: refsOf(application.direct) },
      ...[...unique.keys()].map((ref) => {
        const same = dependencies.filter((dependency) => purlOf(dependency) === ref);
        return { ref, dependsOn: refsOf(same.flatMap(({ needs }) => needs)) };
      }),
    ],
  };
}

let locked: Promise<Lockfile["packages"]> | undefined;

function readLockedPackages(): Promise<Lockfile["packages"]> {
  locked ??= readFile(join(ROOT, "pnpm-lock.yaml"), "utf8").then((text) => (parse(text) as Lockfile).packages);
  return locked;
}

function toComponent(purl: string, dependency: Dependency, integrity: string | undefined): object {
  const { name, version } = dependency;
  const [group, short] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const licence = licenceOf(dependency);
  const isExpression = licence !== null && / (OR|AND|WITH) /.test(licence);
  const [algorithm, digest] = integrity?.split("-") ?? [];
  return {
    ...{ type: "library", "bom-ref": purl, ...(group !== undefined && { group }), name: short, version, purl },
    ...(licence !== null && { licenses: [isExpression ? { expression: licence } : { license: { id: licence } }] }),
    ...(algorithm === "sha512" &&
      digest !== undefined && {
        hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
      }),
  };
}

function purlOf({ name, version }: Dependency): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** A name-based UUID of version 8: 122 bits of a digest. */
function toUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
