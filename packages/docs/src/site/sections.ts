import { folderOf, isBelow } from "./posix.ts";
import type { Section } from "./site.ts";

const byRoot = new WeakMap<readonly Section[], Map<string, Section>>();

/** The section that a file lies in: of several the innermost; null when it lies in none. */
export function sectionOf({ sections }: { sections: readonly Section[] }, path: string): Section | null {
  const known = byRoot.get(sections) ?? new Map([...sections].reverse().map((section) => [section.root, section]));
  byRoot.set(sections, known);
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const section = known.get(folder);
    if (section) return section;
    if (folder === "") return null;
  }
}

/** The path of a file in its section. */
export function pathInSection(section: Section, path: string): string {
  return section.root !== "" && isBelow(path, section.root) ? path.slice(section.root.length + 1) : path;
}

/** The language that the name of a file ends with (`a.fr.md`), in a section where names do. */
export function suffixOf(section: Section, stem: string): string | null {
  if (section.suffixes === undefined) return null;
  const dot = stem.lastIndexOf(".");
  const suffix = dot < 0 ? "" : stem.slice(dot + 1).toLowerCase();
  return section.suffixes.has(suffix) ? suffix : null;
}

/**
 * What a file is called with the language of the page that names it, else with that of the source. MkDocs takes such a
 * page or picture for the one without (mkdocs-static-i18n), which need not be there.
 */
export function namesInLanguage(ground: { sections: readonly Section[] }, file: string, from: string): string[] {
  const section = sectionOf(ground, file);
  const dot = file.lastIndexOf(".");
  if (section?.suffixes === undefined || dot <= file.lastIndexOf("/")) return [];
  const stem = from.slice(0, from.lastIndexOf("."));
  const source = [...section.suffixes].flatMap(([code, base]) => (base === "" ? code : []));
  return [suffixOf(section, stem) ?? [], source].flat().flatMap((code) => {
    const written = [code, code.replace(/-\w+$/, (region) => region.toUpperCase())];
    return written.map((one) => `${file.slice(0, dot)}.${one}${file.slice(dot)}`);
  });
}

const byBase = new WeakMap<readonly Section[], Map<string, Section[]>>();

/** The sections whose pages an address may be of: those whose own addresses begin as it does. */
export function sectionsAt({ sections }: { sections: readonly Section[] }, address: string): Section[] {
  const known = byBase.get(sections) ?? Map.groupBy(sections, ({ routeBase }) => routeBase);
  byBase.set(sections, known);
  const found = [...(known.get("") ?? [])];
  for (let slash = address.indexOf("/", 1); slash >= 0; slash = address.indexOf("/", slash + 1))
    found.push(...(known.get(address.slice(0, slash)) ?? []));
  return found;
}
