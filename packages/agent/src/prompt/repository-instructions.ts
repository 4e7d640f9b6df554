import { lastPartOf } from "@docsteward/docs/site/posix";
import { type InstructionKind, readInstructionPath, STYLE_IN_CAPITALS } from "@docsteward/git/rules/instruction-paths";
import type { Snapshot } from "@docsteward/git/workspace";
import { oncePer } from "@docsteward/platform/once-per";
import { findFrontmatter } from "@docsteward/text/markdown/frontmatter";
import { splitSections } from "@docsteward/text/markdown/sections";
import { readValeRules } from "./vale-rules.ts";

/** Instructions of a repository for a job: what it says about writing, from files of the base commit. */
export type RepositoryInstructions = {
  /** Farthest from the pages first: what comes later counts more. */
  files: InstructionFile[];
  /** Files that there was no room for. */
  leftOut: string[];
};

/** A file of instructions as the model gets it. */
type InstructionFile = {
  path: string;
  kind: InstructionKind;
  /** The folder that they are about, `""` for the whole repository. */
  scope: string;
  /** Which files they are for, as the file says it; null for all. */
  appliesTo: string | null;
  text: string;
  /** Characters that are left out at the end. */
  cut: number;
};

const MAX_CANDIDATES = 60;
const MAX_FILES = 24;
const MAX_NAMED = 5;
const MAX_FILE_CHARACTERS = 20_000;
const MAX_CHARACTERS = 60_000;

/** The nearer the end, the more a kind is about this agent's work. */
const KINDS: readonly InstructionKind[] = [
  "contributing",
  "vale",
  "copilot",
  "windsurf",
  "cursor",
  "skill",
  "style-guide",
  "agents",
];
const rankOf = (kind: InstructionKind) => KINDS.indexOf(kind);
const depthOf = (folder: string) => (folder === "" ? 0 : folder.split("/").length);

/** Reads what a repository asks of who writes its pages, by the conventions of agents, editors, linters and people. */
export async function readRepositoryInstructions(files: Snapshot, docsPath: string): Promise<RepositoryInstructions> {
  const [all, pages] = await Promise.all([files.assets(), files.paths()]);
  const candidates = instructionsAmong(all)
    .filter((found) => isNear(found, docsPath))
    .toSorted(byImportance)
    .slice(0, MAX_CANDIDATES);
  const read = async (paths: readonly string[]) =>
    new Map((await files.readMany([...paths])).map(({ path, text }) => [path, text]));
  const texts = await read(candidates.map(({ path }) => path));
  const found: InstructionFile[] = [];
  for (const { path, kind, scope } of candidates) {
    const text = texts.get(path);
    if (text === undefined) continue;
    const rules = { path, kind, scope, appliesTo: null, text, cut: 0 };
    if (kind === "vale") found.push({ ...rules, text: await readValeRules({ path, text, all, read }) });
    else if (kind === "contributing") found.push({ ...rules, text: sectionsOnWriting(text) });
    else if (kind === "skill") found.push(...readSkill(rules));
    else if (kind === "agents" || kind === "style-guide") found.push(rules);
    else found.push(...readEditorRule(rules, pages));
  }
  const named = namedGuides(found, all).slice(0, MAX_NAMED);
  const guides = await read(named.map(({ path }) => path));
  for (const { path, scope } of named) {
    found.push({ path, kind: "style-guide", scope, appliesTo: null, text: guides.get(path) ?? "", cut: 0 });
  }
  return fit(found);
}

/** Every file that may hold instructions, by its name. Commits whose files have the same names share the set. */
const instructionsAmong = oncePer((all: ReadonlySet<string>): readonly Ranked[] =>
  [...all].flatMap((path) => {
    const found = readInstructionPath(path);
    return found === null ? [] : [{ path, ...found }];
  }),
);

/** Whether instructions are about the docs folder: those of folders around it, and those of agents also below it. */
function isNear({ path, kind, scope }: Ranked, docsPath: string): boolean {
  if (scope === "" || scope === docsPath || docsPath.startsWith(`${scope}/`)) return true;
  const isBelow = docsPath === "" || scope.startsWith(`${docsPath}/`);
  if (!isBelow) return false;
  // A page on the style of a product may be called so in small letters.
  if (kind === "style-guide") return STYLE_IN_CAPITALS.test(lastPartOf(path)) && depthOf(scope) <= 2;
  return kind === "agents" || kind === "cursor" || depthOf(scope) === 1;
}

type Ranked = { path: string; kind: InstructionKind; scope: string };

function byImportance(a: Ranked, b: Ranked): number {
  return rankOf(b.kind) - rankOf(a.kind) || depthOf(a.scope) - depthOf(b.scope) || (a.path < b.path ? -1 : 1);
}

/** Keeps what there is room for, the most important first, and puts it into the order in which it counts. */
function fit(found: readonly InstructionFile[]): RepositoryInstructions {
  const files: InstructionFile[] = [];
  const leftOut: string[] = [];
  const known = new Set<string>();
  let left = MAX_CHARACTERS;
  for (const file of found.toSorted(byImportance)) {
    const text = file.text.trim();
    if (text === "" || known.has(text)) continue;
    known.add(text);
    const shown = text.slice(0, Math.min(MAX_FILE_CHARACTERS, left));
    if (shown === "" || files.length === MAX_FILES) {
      leftOut.push(file.path);
      continue;
    }
    left -= shown.length;
    files.push({ ...file, text: shown, cut: text.length - shown.length });
  }
  const inOrder = files.toSorted(
    (a, b) => depthOf(a.scope) - depthOf(b.scope) || rankOf(a.kind) - rankOf(b.kind) || (a.path < b.path ? -1 : 1),
  );
  return { files: inOrder, leftOut };
}

const ABOUT_WRITING =
  /\b(?:docs?|documentation|writing|write|style|markdown|mdx|tone|voice|language|translat\w{0,8}|locali[sz]\w{0,8}|i18n|content|wording|terminology|pages?|headings?)\b/i;

/** The sections of a guide for contributors whose headings speak of writing, with what is below them. */
function sectionsOnWriting(text: string): string {
  const kept: string[] = [];
  let depth = 0;
  for (const section of splitSections(text)) {
    if (depth > 0 && section.depth <= depth) depth = 0;
    // The title of the whole file names its product.
    if (depth === 0 && section.depth > 1 && ABOUT_WRITING.test(section.heading)) depth = section.depth;
    if (depth > 0) kept.push(`${"#".repeat(section.depth)} ${section.heading}\n${section.text.trimEnd()}`);
  }
  return kept.join("\n\n");
}

/** A rule of an editor, where its front matter has it apply to pages. */
function readEditorRule(rule: InstructionFile, pages: readonly string[]): InstructionFile[] {
  const frontmatter = findFrontmatter(rule.text);
  if (frontmatter === null) return [rule];
  const fields = readFields(frontmatter.raw);
  const text = rule.text.slice(frontmatter.end);
  const globs = splitGlobs(fields.get("globs") ?? fields.get("applyTo") ?? "");
  const trigger = fields.get("trigger");
  if (fields.get("alwaysApply") === "true" || trigger === "always_on") return [{ ...rule, text }];
  if (globs.length > 0) {
    const isForPages = globs.some((glob) => mayMatchPages(glob, rule.scope, pages));
    return isForPages ? [{ ...rule, text, appliesTo: globs.join(", ").slice(0, 300) }] : [];
  }
  // Whether such a rule applies is the agent's choice, by its description.
  const description = fields.get("description") ?? "";
  return ABOUT_WRITING.test(description) ? [{ ...rule, text, appliesTo: description.slice(0, 300) }] : [];
}

const OF_DOCS = /\b(?:docs|documentation|documenting|markdown|mdx|prose|technical writing|style guide)\b/i;

/** A skill, where its description is about documentation: an agent that could open skills would take it for such work. */
function readSkill(skill: InstructionFile): InstructionFile[] {
  const frontmatter = findFrontmatter(skill.text);
  const description = frontmatter === null ? "" : (readFields(frontmatter.raw).get("description") ?? "");
  if (frontmatter === null || !OF_DOCS.test(description)) return [];
  return [{ ...skill, text: skill.text.slice(frontmatter.end), appliesTo: description.slice(0, 300) }];
}

/** Top-level fields by their lines: what editors write there is often no valid YAML (`globs: *.mdx`). */
function readFields(raw: string): Map<string, string> {
  const fields = new Map<string, string>();
  let key = "";
  for (const line of raw.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const item = line.trim();
    if (item.startsWith("- ") && key !== "") fields.set(key, `${fields.get(key) ?? ""},${unquote(item.slice(2))}`);
    else if (colon > 0 && !/^\s/.test(line)) {
      key = line.slice(0, colon).trim();
      fields.set(key, unquote(line.slice(colon + 1)));
    }
  }
  return fields;
}

const unquote = (value: string) => value.trim().replace(/^["']|["']$/g, "");

/** Commas inside braces are part of a glob. */
function splitGlobs(value: string): string[] {
  const globs: string[] = [];
  let glob = "";
  let depth = 0;
  for (const sign of value.replace(/^\[|\]$/g, "")) {
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    if (sign === "," && depth <= 0) {
      globs.push(unquote(glob));
      glob = "";
    } else glob += sign;
  }
  return [...globs, unquote(glob)].filter((one) => one !== "");
}

/** By the folder that a glob begins with and the ending that it has: enough to tell rules on pages from rules on code. */
function mayMatchPages(glob: string, scope: string, pages: readonly string[]): boolean {
  const wild = glob.search(/[*?{[]/);
  const fixed = wild < 0 ? glob : glob.slice(0, wild);
  const folder = fixed.slice(0, fixed.lastIndexOf("/") + 1).replace(/^\.?\//, "");
  const last = glob.slice(glob.lastIndexOf("/") + 1);
  const isOfPages = last === "**" || last === "*" || last === "" || /\bmdx?\b/i.test(last) || last.endsWith(".*");
  const start = scope === "" ? folder : `${scope}/${folder}`;
  return isOfPages && pages.some((path) => path.startsWith(start));
}

const PATH = /[\w@./-]+/g;
const GUIDE = /style|writing|voice|tone|terminolog|glossary/i;

/** Guides that other instructions name or link, and files that `CLAUDE.md` takes in with `@path`. */
function namedGuides(found: readonly InstructionFile[], all: ReadonlySet<string>): { path: string; scope: string }[] {
  const known = new Set(found.map(({ path }) => path));
  const named = new Map<string, string>();
  for (const { path, kind, scope, text } of found) {
    if (kind === "vale") continue;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    for (const [word] of text.slice(0, MAX_FILE_CHARACTERS).matchAll(PATH)) {
      const isTakenIn = kind === "agents" && word.startsWith("@");
      const wanted = word.replace(/^@/, "");
      if (wanted.length > 300 || !/\.mdx?$/i.test(wanted) || !(isTakenIn || GUIDE.test(wanted))) continue;
      const places = [`${folder}${wanted}`, scope === "" ? wanted : `${scope}/${wanted}`, wanted].map(toPlainPath);
      const place = places.find((one) => one !== null && all.has(one));
      if (place && !known.has(place) && !named.has(place)) named.set(place, scope);
    }
  }
  return [...named].map(([path, scope]) => ({ path, scope }));
}

/** A path without `.` and `..`; null for one that leaves the repository. */
function toPlainPath(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** The instructions as a part of the system prompt; an empty text without any. */
export function renderRepositoryInstructions({ files, leftOut }: RepositoryInstructions): string {
  if (files.length === 0) return "";
  const parts = files.map(({ path, scope, appliesTo, text, cut }) => {
    const scoped = scope === "" ? "" : `, for \`${scope}/\``;
    const matching = appliesTo === null ? "" : `, for ${JSON.stringify(appliesTo)}`;
    const rest = cut === 0 ? "" : `\n\n(Cut: ${cut} more characters. Read \`${path}\` for them.)`;
    return `From \`${path}\`${scoped}${matching}\n\n${text}${rest}`;
  });
  const missing =
    leftOut.length === 0
      ? []
      : [
          `Not shown, because the text would be too long: ${leftOut.slice(0, 20).join(", ")}. Read those that concern your task.`,
        ];
  const head =
    "Instructions of the repository for its writers. Follow them in content, style and scope; the rules above take precedence. Ignore what needs a shell or another repository. Where two differ, follow the later one.";
  return [head, ...parts, ...missing].join("\n\n");
}
