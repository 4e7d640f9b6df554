import { DOCUSAURUS, type Files, FUMADOCS, MINTLIFY, MKDOCS, NEXTRA, SPHINX, VITEPRESS } from "./testing-sites.ts";

export const SITES = { MINTLIFY, DOCUSAURUS, NEXTRA, FUMADOCS, MKDOCS, VITEPRESS, SPHINX };

/** A change of files by path; null deletes one. */
export type Edit = (files: Files) => Record<string, string | null>;
/** A fault seeded into a healthy site, and the findings that must come of it. */
export type Fault = [name: string, site: keyof typeof SITES, edit: Edit, expected: string[]];

export const write =
  (path: string, text: string): Edit =>
  () => ({ [path]: text });
export const remove =
  (path: string): Edit =>
  () => ({ [path]: null });
export const move =
  (from: string, to: string): Edit =>
  (files) => ({ [from]: null, [to]: files[from] ?? "" });
export const append =
  (path: string, text: string): Edit =>
  (files) => ({ [path]: `${files[path]}\n${text}\n` });
export const replace =
  (path: string, from: string, to: string): Edit =>
  (files) => {
    if (!files[path]?.includes(from)) throw new Error(`${path} holds no ${from}`);
    return { [path]: files[path].replace(from, () => to) };
  };
