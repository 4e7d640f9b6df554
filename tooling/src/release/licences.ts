import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../root.ts";
import type { Dependency } from "./dependencies.ts";

/** Licences of what may be shipped, by their SPDX names: they ask for no more than that their text comes along. */
const ALLOWED = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "Unlicense"],
  // Of fonts alone.
  "OFL-1.1",
]);
/** What manifests write in other words. */
const SPDX_NAMES: Record<string, string> = { "apache-2.0": "Apache-2.0", "SIL OPEN FONT LICENSE": "OFL-1.1" };
const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;

type WithLicence = Pick<Dependency, "name" | "version" | "manifest">;

/** The licence of a package as SPDX writes it; null where its manifest names none. */
export function licenceOf({ manifest: { license, licenses } }: WithLicence): string | null {
  const named = typeof license === "object" ? license.type : license;
  const all = named ?? (licenses?.length ? licenses.map(({ type }) => type).join(" OR ") : null);
  return all === null ? null : (SPDX_NAMES[all] ?? all.replace(/^\((.+)\)$/, "$1"));
}

/** A sentence for each package that may not be shipped. */
export function refuseLicences(dependencies: readonly WithLicence[]): string[] {
  return dependencies.flatMap((dependency) => {
    const { name, version } = dependency;
    const licence = licenceOf(dependency);
    if (licence === null)
      return [`${name} ${version} names no licence in its manifest. Use another package, or ask its authors for one.`];
    if (isAllowed(licence)) return [];
    const places = "ALLOWED in tooling/src/release/licences.ts";
    return [`${name} ${version} has the licence ${licence}, which is not in ${places}. Use another package.`];
  });
}

/** Of alternatives one is enough. An expression with parentheses inside is not read: a person does that. */
function isAllowed(expression: string): boolean {
  return expression.split(" OR ").some((one) => one.split(" AND ").every((name) => ALLOWED.has(name)));
}

/** The licences of all packages: each text once, with the packages that it is for. */
export async function describeLicences(dependencies: readonly Dependency[]): Promise<string> {
  const byText = new Map<string, string[]>();
  for (const dependency of dependencies) {
    const { name, version, manifest } = dependency;
    const text = (await readLicences(dependency)) ?? `No text comes with the package.${authorOf(manifest)}`;
    const line = `${name} ${version} (${licenceOf(dependency)})`;
    byText.set(text, [...new Set([...(byText.get(text) ?? []), line])]);
  }
  const parts = [...byText].map(([text, lines]) => `${lines.join("\n")}\n\n${text}\n`);
  return `Docsteward contains the following packages, in node_modules and in the scripts that browsers load.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

async function readLicences({ folder }: Dependency): Promise<string | null> {
  const names = (await readdir(join(ROOT, folder))).filter((name) => LICENCE_FILE.test(name));
  const texts = await Promise.all(names.toSorted().map((name) => readFile(join(ROOT, folder, name), "utf8")));
  return texts.length === 0 ? null : texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n");
}

function authorOf({ author }: Dependency["manifest"]): string {
  const name = typeof author === "object" ? author.name : author;
  return name === undefined ? "" : ` Its author is ${name}.`;
}
