import type { PageOutline } from "../page/read-outline.ts";
import { normalRoute } from "./page-routes.ts";
import { folderOf, joinPath, stemOf } from "./posix.ts";
import type { Dialect, Site } from "./site.ts";

/** Fewer links that lead nowhere are faults, and no sign of pages that cannot be seen. */
const MIN_LOST = 10;
/** Of links into a folder of which nothing can be seen: so many places, or so many pages that name them, … */
const MIN_LOST_IN_ABSENT = 3;
/** … and at least so many of the other: one page alone may be wrong about a folder, and so may a name that is copied. */
const MIN_WITNESSES = 2;
const MAX_LINKS = 20_000;
/** These are written whole: their builds make no pages, or none but those that their navigation names. */
const WRITTEN_WHOLE: ReadonlySet<Dialect> = new Set<Dialect>(["gitbook", "mdbook", "mintlify", "plain"]);

/** Whether nothing but what is written makes pages of the site. */
export function isWrittenWhole({ dialect }: Pick<Site, "dialect">): boolean {
  return WRITTEN_WHOLE.has(dialect);
}

type Counts = { found: number; lost: number };
/** Links into a folder of which nothing can be seen: what no page is called like, what some page is, and the files that say so. */
type Absent = { strange: Set<string>; alike: Set<string>; witnesses: Set<string> };
type Areas = { counts: ReadonlyMap<string, Counts>; absent: ReadonlyMap<string, Absent>; ground: Ground };
/** What can be seen: the folders of addresses, those of files, and the names of pages. */
type Ground = { parents: ReadonlySet<string>; folders: ReadonlySet<string>; names: ReadonlySet<string> };

const known = new WeakMap<Site, Areas>();
const earlier = new WeakMap<Site, Site>();

/** What can be seen of a site that a change makes is judged by the site before: what the change takes away was there. */
export function judgeAreasBy(site: Site, before: Site): void {
  earlier.set(site, before);
}

function areasOf(site: Site): Areas {
  const areas = known.get(site) ?? readAreas(site);
  known.set(site, areas);
  return areas;
}

/**
 * Whether an address or a file lies where the site's pages and its navigation name many that cannot be seen: in a folder of
 * addresses of which more cannot be seen than can, or in a folder of which nothing can be seen and no page elsewhere is called
 * like. The build writes them: there a link to nothing is no fault of the page.
 *
 * @param now the site; after `judgeAreasBy` the areas are those of the site before
 * @param place an address from the root of the site, or the path of a file
 */
export function isDoubtful(now: Site, place: string): boolean {
  const site = earlier.get(now) ?? now;
  if (site.dialect === "gitbook" || site.dialect === "mdbook") return false;
  const areas = areasOf(site);
  const own = placeOf(site, place);
  // What a page had before was none of a build.
  if (site !== now && site.routes.has(own)) return false;
  const folder = absentFolder(own, areas.ground);
  const isLostIn = (one: string) => {
    const area = areas.counts.get(folderOf(one));
    return area !== undefined && area.lost >= MIN_LOST && area.lost > area.found;
  };
  if (isLostIn(own) || (folder !== null && isLostIn(folder))) return true;
  const absent = folder === null || isWrittenWhole(site) ? undefined : areas.absent.get(folder);
  return absent !== undefined && isWritten(absent);
}

/** What hosts call the versions of a site, each of which is built by itself; those of words that folders have, too, at its top alone. */
const VERSION = /^(?:latest|stable|v\d+(?:\.(?:\d+|x))*|\d+(?:\.(?:\d+|x))+)$/i;
const VERSION_AT_TOP = /^(?:dev|devel|develop|head|main|master|nightly|edge)$/i;
/** Their hosts build them out of the repository as it is. */
const HOSTED: ReadonlySet<Dialect> = new Set<Dialect>(["gitbook", "mintlify"]);
export const isHosted = ({ dialect }: Pick<Site, "dialect">) => HOSTED.has(dialect);

/** What scripts call the folder that a site is built into or served from, of which the top of its addresses is the content. */
const SERVED = [
  ...["public", "static", "site", "_site", "build", "dist", "html", "out", "book", "gh-pages", "docs"],
  ...["src", "content"],
];

/**
 * Whether a place that no page has lies in a folder that is not there and that is made elsewhere: a workflow or a script names it, or
 * it is called like a version of the site.
 *
 * @param mayBeFolder whether the place itself may be that folder: it is not named as a page
 */
export function isMadeFolder(now: Site, place: string, mayBeFolder: boolean): boolean {
  const site = earlier.get(now) ?? now;
  const found = folderLost(site, place, mayBeFolder);
  if (found === null) return false;
  const { own, above, name, isAtTop } = found;
  if (isNamedByScripts(site, found) || (isAtTop && VERSION_AT_TOP.test(name))) return true;
  return own
    .slice(above.length)
    .split("/")
    .some((part) => VERSION.test(part));
}

/** Whether a file lies in a folder that is not there, and that a workflow or a script names. */
export function isInNamedFolder(now: Site, file: string): boolean {
  const site = earlier.get(now) ?? now;
  const found = folderLost(site, file, false);
  return found !== null && isNamedByScripts(site, found);
}

type LostFolder = { own: string; above: string; name: string; isAtTop: boolean };

/** The highest folder on the way to a place of which nothing can be seen; of what others host nothing is made. */
function folderLost(site: Site, place: string, mayBeFolder: boolean): LostFolder | null {
  if (isHosted(site)) return null;
  const own = placeOf(site, place);
  const folder = absentFolder(own, areasOf(site).ground);
  const top = folder ?? own;
  const above = folderOf(top);
  const isAtTop = above === "" || above === "/" || above === site.root;
  return folder === null && !(isAtTop && mayBeFolder) ? null : { own, above, name: lastOf(top), isAtTop };
}

function isNamedByScripts(site: Site, { above, name, isAtTop }: LostFolder): boolean {
  const parents = isAtTop ? [lastOf(site.root), ...SERVED] : [lastOf(above)];
  return parents.some((parent) => site.settings.isNamedByScripts(`${parent}/${name}`));
}

/** The highest folder above an address or a file of which nothing can be seen; null where its own folder can. */
export function absentFolderOf(site: Site, place: string): string | null {
  return absentFolder(place, areasOf(site).ground);
}

const lastOf = (place: string) => place.slice(place.lastIndexOf("/") + 1);

/** Several places that are called like no page, of which several pages know. */
function isWritten({ strange, alike, witnesses }: Absent): boolean {
  const [few, many] = [Math.min(strange.size, witnesses.size), Math.max(strange.size, witnesses.size)];
  return few >= MIN_WITNESSES && many >= MIN_LOST_IN_ABSENT && strange.size >= alike.size;
}

function readAreas(site: Site): Areas {
  const counts = new Map<string, Counts>();
  const absent = new Map<string, Absent>();
  const ground = groundOf(site);
  const seen = new Set<string>();
  for (const { from, place } of linksOf(site)) {
    const isAddress = place.startsWith("/");
    if (isAddress && !seen.has(place)) {
      const area = counts.get(folderOf(place)) ?? { found: 0, lost: 0 };
      counts.set(folderOf(place), area);
      if (site.routes.has(place)) area.found += 1;
      else area.lost += 1;
    }
    seen.add(place);
    const folder = site.routes.has(place) ? null : absentFolder(place, ground);
    if (folder === null) continue;
    const area = absent.get(folder) ?? { strange: new Set(), alike: new Set(), witnesses: new Set() };
    absent.set(folder, area);
    (ground.names.has(nameOf(place)) ? area.alike : area.strange).add(place);
    area.witnesses.add(from);
  }
  return { counts, absent, ground };
}

function groundOf({ routes, folders }: Site): Ground {
  const parents = new Set<string>();
  for (const route of routes.keys())
    for (let folder = folderOf(route); folder !== "" && !parents.has(folder); folder = folderOf(folder))
      parents.add(folder);
  return { parents, folders, names: new Set([...routes.keys()].map(nameOf)) };
}

/** The highest folder above an address or a file of which nothing can be seen; null where its own folder can. */
function absentFolder(place: string, { parents, folders }: Ground): string | null {
  const isThere = place.startsWith("/") ? parents : folders;
  let absent: string | null = null;
  for (let folder = folderOf(place); folder !== "" && !isThere.has(folder); folder = folderOf(folder)) absent = folder;
  return absent;
}

/** The last part of a place, in small letters and without the ending of a page. */
export const nameOf = (place: string) => stemOf(place.slice(place.lastIndexOf("/") + 1)).toLowerCase();

type NamedPlace = { from: string; place: string };

/** What pages and navigation lead to, without the endings of pages: each address, and each file that a path with a dot leads to. */
function linksOf(site: Site): NamedPlace[] {
  const { pages, redirects, navigation, routes } = site;
  const sent = new Set(redirects.map(({ from }) => normalRoute(from)));
  const links: NamedPlace[] = [];
  const add = (from: string, place: string) => {
    if ((!hasFileEnding(place) || routes.has(place)) && !sent.has(place)) links.push({ from, place });
  };
  for (const page of pages.values()) {
    if (links.length >= MAX_LINKS) return links;
    const { addresses, files } = placesOf(page, site.hostBase);
    for (const place of addresses) add(page.path, place);
    for (const [file, place] of files) if (!pages.has(file)) add(page.path, place);
  }
  for (const { file, ref, target, path } of navigation.entries.slice(0, MAX_LINKS))
    if (target === "page" && path === null && ref.startsWith("/")) add(file, placeOf(site, ref));
  return links;
}

type Places = { hostBase: string; addresses: string[]; files: [string, string][] };

/** Asked again in each check, of pages that did not change. */
const placesOfPages = new WeakMap<PageOutline, Places>();

function placesOf(page: PageOutline, hostBase: string): Places {
  const kept = placesOfPages.get(page);
  if (kept?.hostBase === hostBase) return kept;
  const addresses = [...new Set(page.absoluteLinks.map((link) => placeOf({ hostBase }, link)))];
  const files = filesOf(page).map((file): [string, string] => [file, placeOf({ hostBase }, file)]);
  const places = { hostBase, addresses, files };
  placesOfPages.set(page, places);
  return places;
}

function filesOf({ path, relativeLinks }: PageOutline): string[] {
  return relativeLinks.flatMap((link) => (/\.mdx?$/i.test(link) ? (joinPath(folderOf(path), link) ?? []) : []));
}

/** Whether a place is called like a file and no page, which no build makes out of pages. */
export function hasFileEnding(place: string): boolean {
  return place.includes(".") && /\.[a-z0-9]{2,5}$/i.test(place);
}

/** An address in the one form in which they are compared, or a file without its ending. */
export function placeOf({ hostBase }: Pick<Site, "hostBase">, place: string): string {
  if (!place.startsWith("/")) return stemOf(place);
  const own = hostBase !== "" && place.startsWith(`${hostBase}/`) ? place.slice(hostBase.length) : place;
  return normalRoute(own).replace(/(.)\/index$/, "$1");
}
