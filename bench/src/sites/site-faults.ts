import { posix } from "node:path";
import { drawPage, type FaultClass, type NavigationLine, type SeededFault, stemOf } from "./fault.ts";
import { isRelative } from "./link-faults.ts";
import { linksOf, readPageLines } from "./page-lines.ts";
import { GENERATORS } from "./site-list.ts";

const navigationEntry: FaultClass = {
  name: "navigation entry",
  dialects: [
    "mintlify",
    "docusaurus",
    "nextra",
    "fumadocs",
    "starlight",
    "vitepress",
    "mkdocs",
    "mdbook",
    "gitbook",
    "sphinx",
  ],
  seed: ({ navigation }, random) => {
    if (navigation.length === 0) return null;
    const { file, text, line, from, to, page } = random.pick(navigation);
    const lines = text.split("\n");
    const before = lines[line - 1] ?? "";
    const name = before.slice(from, to).replace(/(\.mdx?|\/)?$/, "-gone$1");
    // A key of code without quotes holds no hyphen.
    const isKey = /\.[cm]?[jt]sx?$/.test(file) && !/["'`/]/.test(before[from - 1] ?? "");
    const named = isKey ? `"${name}"` : name;
    lines[line - 1] = before.slice(0, from) + named + before.slice(to);
    const follows: SeededFault["follows"] = (finding) => finding.rule === "orphan-page" && finding.path === page;
    const rules = ["navigation-entry", "broken-link"] as const;
    return { edits: new Map([[file, lines.join("\n")]]), places: [{ path: file, lines: [line] }], rules, follows };
  },
};

const droppedPage: FaultClass = {
  name: "dropped page",
  dialects: ["mintlify", "docusaurus", "fumadocs", "starlight", "vitepress", "mkdocs", "mdbook", "gitbook", "sphinx"],
  seed: ({ navigation }, random) => {
    const counts = new Map<string, number>();
    for (const { page } of navigation) counts.set(page, (counts.get(page) ?? 0) + 1);
    const dropped = navigation.filter((entry) => counts.get(entry.page) === 1 && isDroppable(entry));
    if (dropped.length === 0) return null;
    const { file, text, line, page } = random.pick(dropped);
    const lines = text.split("\n");
    const isLast = !/,\s*$/.test(lines[line - 1] ?? "");
    if (file.endsWith(".json") && isLast) lines[line - 2] = (lines[line - 2] ?? "").replace(/,\s*$/, "");
    lines.splice(line - 1, 1);
    const places = [{ path: page, lines: "any" as const }];
    return { edits: new Map([[file, lines.join("\n")]]), places, rules: ["orphan-page"], follows: () => false };
  },
};

/** Whether the line of an entry can go without breaking what is around it, and without the rest listing the page in another way. */
function isDroppable({ file, text, line }: NavigationLine): boolean {
  const lines = text.split("\n");
  const [before = "", own = "", after = ""] = lines.slice(line - 2, line + 1);
  const indent = (value: string) => value.length - value.trimStart().length;
  if (/\.ya?ml$/.test(file)) return /^\s*- /.test(own) && indent(after) <= indent(own) && /^\s*-/.test(before);
  if (/SUMMARY\.md$/.test(file))
    return /^\s*[-*] \[/.test(own) && (after.trim() === "" || indent(after) <= indent(own));
  if (/\.md$/.test(file)) return true;
  if (/"\.\.\.|"\*|autogenerate/.test(text)) return false;
  const isWhole = /^\s*(["'][^"']+["']|\{[^{}]*\}),?\s*$/.test(own);
  return isWhole && !(/\[\s*$/.test(before) && /^\s*\]/.test(after));
}

const sameAddress: FaultClass = {
  name: "same address",
  dialects: ["mintlify", "docusaurus", "nextra", "fumadocs", "starlight", "mkdocs", "hugo"],
  seed: (site, random) =>
    drawPage(site, random, (path) => {
      const isFolder = site.dialect === "mkdocs" || site.dialect === "hugo";
      if (isFolder && /(^|\/)_?(index|readme)(\.\w\w)?\.mdx?$/i.test(path)) return null;
      // One that names its language is the page of another address.
      if (isFolder && /\.\w\w(-\w+)?\.mdx?$/i.test(path)) return null;
      const other = isFolder
        ? `${stemOf(path)}/index.md`
        : path.replace(/\.mdx?$/, (end) => (end === ".md" ? ".mdx" : ".md"));
      const isTaken =
        site.files.has(other) || (isFolder && [...site.files].some((file) => file.startsWith(`${stemOf(path)}/`)));
      if (isTaken || site.isExcluded(other)) return null;
      // A page that gives itself an address shares it only with one that gives itself the same.
      const own = (site.texts.get(path) ?? "").match(/^(slug|id|permalink|url):[^\n]*$/gm) ?? [];
      const head = ["---", "title: Limits", "description: All limits.", ...own, "---"];
      const text = [...head, "", "## All of them", "", "There are some.", ""].join("\n");
      const places = [path, other].map((one) => ({ path: one, lines: "any" as const }));
      const follows: SeededFault["follows"] = ({ rule }) => rule === "orphan-page" || rule === "broken-anchor";
      return { edits: new Map([[other, text]]), places, rules: ["duplicate-slug"], follows };
    }),
};

const FOLLOW_A_RENAME = [
  "broken-link",
  "broken-anchor",
  "navigation-entry",
  "orphan-page",
  "bad-import",
  "missing-asset",
];

const renamedPage: FaultClass = {
  name: "renamed page",
  dialects: GENERATORS,
  seed: (site, random) =>
    drawPage(site, random, (from, lines) => {
      const links = linksOf(lines).flatMap(({ line, isImage, target }) => {
        if (isImage || !isRelative(target) || !/\.mdx?([?#]|$)/.test(target)) return [];
        const to = posix.normalize(`${posix.dirname(from)}/${target.replace(/[?#].*$/, "")}`);
        return to !== from && site.pages.includes(to) && !/(^|\/)_?(index|readme)\.mdx?$/i.test(to)
          ? [{ line, to }]
          : [];
      });
      const entries = site.navigation.filter(
        ({ page }) => page !== from && !/(^|\/)_?(index|readme)\.mdx?$/i.test(page),
      );
      const picked = links.length > 0 ? random.pick(links).to : entries.length > 0 ? random.pick(entries).page : null;
      if (picked === null) return null;
      const text = site.texts.get(picked) ?? "";
      // A page that says its own address keeps it.
      if (readPageLines(text).frontmatter !== null && /^(slug|id|permalink|url)\s*:/m.test(text)) return null;
      const renamed = picked.replace(/(\.mdx?)$/i, "-renamed$1");
      const ofLinks = { path: from, lines: links.filter(({ to }) => to === picked).map(({ line }) => line + 1) };
      const ofEntries = entries
        .filter(({ page }) => page === picked)
        .map(({ file, line }) => ({ path: file, lines: [line] }));
      const rules = ["broken-link", "navigation-entry"] as const;
      const follows: SeededFault["follows"] = ({ rule }) => FOLLOW_A_RENAME.includes(rule);
      const edits = new Map([
        [picked, null],
        [renamed, text],
      ]);
      return { edits, movedFrom: picked, places: [ofLinks, ...ofEntries], rules, follows };
    }),
};

export const SITE_FAULTS = [navigationEntry, droppedPage, sameAddress, renamedPage];
