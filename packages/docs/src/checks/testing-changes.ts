import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import type { Files } from "./testing-sites.ts";

export const PAGE = "# Page\n\nText.\n";
/** A page whose front matter has a title. */
export const titled = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;
/** Pages of one text. */
export const pages = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, PAGE]));
const brief = ({ path, line, rule }: { path: string; line: number; rule: string }) => `${path}:${line} ${rule}`;

/** What a change of a site causes; null deletes a file. */
export async function faultsOf(site: Files, change: Record<string, string | null>): Promise<string[]> {
  const now = Object.fromEntries(
    Object.entries({ ...site, ...change }).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const changes = Object.keys(change).map((path) => ({ path }));
  const { errors, warnings } = await checkSite({ reader: wholeReaderOf(now), base: wholeReaderOf(site), changes });
  return [...errors, ...warnings].map(brief).sort();
}

/** What a check of a whole site finds. */
export async function allFaults(site: Files): Promise<string[]> {
  const { errors, warnings } = await checkSite({ reader: wholeReaderOf(site), base: null });
  return [...errors, ...warnings].map(brief).sort();
}

/** The same with notes: what a check of a whole site is not sure of, by its rule or `shared-cause`. */
export async function allTold(site: Files): Promise<string[]> {
  const { errors, warnings, notes } = await checkSite({ reader: wholeReaderOf(site), base: null });
  return [...errors, ...warnings, ...notes].map(brief).sort();
}

/** A file of a site with one piece of text changed. */
export const edited = (site: Files, path: string, from: string, to: string) => {
  if (!site[path]?.includes(from)) throw new Error(`${path} holds no ${from}`);
  return { [path]: site[path].replace(from, () => to) };
};
