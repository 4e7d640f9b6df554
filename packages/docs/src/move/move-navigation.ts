import { posix } from "node:path";
import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import { type Node, parseTree } from "jsonc-parser";
import { withoutNumber } from "../site/page-routes.ts";
import { folderOf, isBelow, stemOf } from "../site/posix.ts";
import type { NavigationEntry, Site } from "../site/site.ts";
import type { MovedSite } from "./move-links.ts";
import type { MovePlan, Splice, TextChanges } from "./move-plan.ts";

const INDEX = /(^|\/)(?:index|readme|_index|page)$/i;

/**
 * Carries a move over to the entries of the navigation, in every file and part that lists a moved page. Entries of a file that a
 * job cannot write are named with the text to write.
 *
 * @param isWritable whether a job may change a navigation file
 */
export async function moveEntries(
  { before: { site }, newPath }: MovedSite,
  changes: TextChanges,
  plan: Pick<MovePlan, "entries" | "undone">,
  isWritable: (path: string) => boolean,
): Promise<void> {
  const seen = new Set<string>();
  for (const entry of site.navigation.entries) {
    const aim = entry.path === null ? undefined : newPath.get(entry.path);
    // Links of a summary are links of a page; what a `toctree` names is no link.
    const isLink = isPageFile(entry.file) && site.dialect !== "sphinx";
    if (aim === undefined || entry.path === null || entry.target !== "page" || isLink) continue;
    const place = `${entry.file}:${entry.line} ${entry.ref}`;
    if (seen.has(place)) continue;
    seen.add(place);
    await moveEntry(entry, { from: entry.path, to: aim }, { site, changes, plan, isWritable });
  }
  for (const file of site.navigation.unread) {
    const text = [...newPath].map(([from, to]) => `${from} to ${to}`).join(", ");
    plan.undone.push({
      path: file,
      line: null,
      message: `The navigation is code that was not read. If it names a moved page (${text}), change the name there.`,
    });
  }
}

type Work = {
  site: Site;
  changes: TextChanges;
  plan: Pick<MovePlan, "entries" | "undone">;
  isWritable: (path: string) => boolean;
};

async function moveEntry(entry: NavigationEntry, move: { from: string; to: string }, work: Work): Promise<void> {
  const { site, changes, plan, isWritable } = work;
  const { file, line, ref } = entry;
  const isMeta = /(^|\/)_?meta\.json$/.test(file);
  if (isMeta && folderOf(move.from) !== folderOf(move.to)) {
    await moveBetweenMetas(entry, move, work);
    return;
  }
  const now = site.dialect === "sphinx" ? tocTreeRef(entry, move) : newRef(ref, move, site);
  const done = (to: string) => plan.entries.push({ path: file, line, from: ref, to });
  if (now === ref) return;
  const canWrite = isWritable(file) || (site.dialect === "sphinx" && isPageFile(file));
  if (now !== null && canWrite && (await changes.replaceAt(file, { line }, ref, now))) done(now);
  else {
    const message =
      now === null
        ? `The navigation lists ${ref}, which is now ${move.to}. Change the entry.`
        : `A job can't write this file. Write ${now} instead of ${ref}.`;
    plan.undone.push({ path: file, line, message });
  }
}

/** What a `toctree` must say now: a path from the folder of its page. A pattern stays, and a page that it names no more is an orphan. */
function tocTreeRef({ file, ref }: NavigationEntry, { to }: { to: string }): string {
  if (/[*?[]/.test(ref)) return ref;
  const ending = /\.md$/i.exec(ref)?.[0] ?? "";
  return posix.relative(folderOf(file), stemOf(to)) + ending;
}

/** What an entry must say now, in the form in which it named the page before; null when that form is not known. */
function newRef(ref: string, { from, to }: { from: string; to: string }, site: Site): string | null {
  const slash = ref.startsWith("/") ? "/" : "";
  const end = ref.length > 1 && ref.endsWith("/") ? "/" : "";
  const ending = /\.mdx?$/i.exec(ref)?.[0] ?? "";
  const name = stemOf(ref).replace(/^\/|\/$/g, "");
  const plain = (path: string) => stemOf(path).split("/").map(withoutNumber).join("/");
  for (const read of [stemOf, plain]) {
    const [old, now] = [read(from), read(to)];
    for (const isShort of [false, true]) {
      const [oldName, newName] = isShort ? [old.replace(INDEX, ""), now.replace(INDEX, "")] : [old, now];
      const root =
        oldName === name ? "" : oldName.endsWith(`/${name}`) ? oldName.slice(0, oldName.length - name.length) : null;
      if (root === null || !newName.startsWith(root)) continue;
      const written = ending === "" ? "" : (/\.mdx?$/i.exec(to)?.[0] ?? ending);
      return slash + newName.slice(root.length) + written + end;
    }
  }
  // A page that gives itself an id keeps it, in another folder.
  const id = site.pages.get(from)?.data.id;
  const isById = typeof id === "string" && (name === id || name.endsWith(`/${id}`));
  if (!isById) return null;
  const folder = folderOf(to).split("/").map(withoutNumber).join("/");
  const below = site.root !== "" && isBelow(`${folder}/`, site.root) ? folder.slice(site.root.length + 1) : folder;
  return below === "" ? id : `${below}/${id}`;
}

/** `_meta.json` and `meta.json` name the pages of their own folder: the entry goes from one file to the other. */
async function moveBetweenMetas(
  { file, line, ref, title }: NavigationEntry,
  { from, to }: { from: string; to: string },
  { changes, plan, isWritable }: Work,
): Promise<void> {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const target = folderOf(to) === "" ? name : `${folderOf(to)}/${name}`;
  const [old, now] = [await changes.read(file), await changes.read(target)];
  const removal = old === null || !isWritable(file) ? null : removeName(old, ref);
  if (removal) {
    changes.add(file, removal);
    plan.entries.push({ path: file, line, from: ref, to: "" });
  } else plan.undone.push({ path: file, line, message: `Remove the entry ${ref}: the page is now ${to}.` });
  // Without a file of its own a folder lists all its pages.
  if (now === null) return;
  const newName = stemOf(to.slice(to.lastIndexOf("/") + 1));
  const insertion = isNavigationFile(target) ? addName(now, newName, title ?? newName) : null;
  if (insertion) {
    changes.add(target, insertion);
    plan.entries.push({ path: target, line: 1, from: "", to: newName });
  } else if (insertion === null)
    plan.undone.push({ path: target, line: 1, message: `Add the entry ${newName} for ${from}.` });
}

function holderOf(text: string): Node | null {
  const root = parseTree(text);
  if (root?.type !== "object") return null;
  const pages = root.children?.find(({ children }) => children?.[0]?.value === "pages")?.children?.[1];
  return pages?.type === "array" ? pages : root;
}

const nameOf = (node: Node) => (node.type === "property" ? node.children?.[0]?.value : node.value);

function removeName(text: string, name: string): Splice | null {
  const all = holderOf(text)?.children ?? [];
  const at = all.findIndex((node) => nameOf(node) === name);
  const [own, before, after] = [all[at], all[at - 1], all[at + 1]];
  if (own === undefined) return null;
  if (after) return { start: own.offset, end: after.offset, text: "" };
  return { start: before ? before.offset + before.length : own.offset, end: own.offset + own.length, text: "" };
}

/** Null when the file cannot be read; a splice that changes nothing where the rest of the folder is listed by a sign. */
function addName(text: string, name: string, title: string): Splice | null {
  const holder = holderOf(text);
  if (holder === null) return null;
  const all = holder.children ?? [];
  const isList = holder.type === "array";
  if (all.some((node) => nameOf(node) === name || nameOf(node) === "...")) return { start: 0, end: 0, text: "" };
  const entry = isList ? JSON.stringify(name) : `${JSON.stringify(name)}: ${JSON.stringify(title)}`;
  const last = all.at(-1);
  if (last === undefined) return { start: holder.offset + 1, end: holder.offset + 1, text: entry };
  const start = all.length > 1 ? (all.at(-2)?.offset ?? 0) + (all.at(-2)?.length ?? 0) : holder.offset + 1;
  const space = text.slice(start, last.offset).replace(",", "");
  const end = last.offset + last.length;
  return { start: end, end, text: `,${space === "" ? " " : space}${entry}` };
}
