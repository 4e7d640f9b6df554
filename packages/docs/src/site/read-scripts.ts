import { isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "../docs-reader.ts";
import { folderOf, joinPath } from "./posix.ts";

/** What steps before, during or behind a build are written in. */
const SCRIPT =
  /^(?:[^/]+\/){0,3}(?:(?:GNU)?Makefile|[Jj]ustfile|Taskfile\.ya?ml|Dockerfile[^/]*|package\.json|noxfile\.py|tasks\.py|tox\.ini|\.gitlab-ci\.yml|\.readthedocs\.ya?ml|azure-pipelines\.yml|meson\.build|CMakeLists\.txt|pom\.xml|[^/]+\.(?:sh|nix|gradle(?:\.kts)?))$|^\.github\/workflows\/[^/]+\.ya?ml$|^\.circleci\/config\.yml$/;
/** Code that is called after what it makes or brings: `scripts/generate-api.ts`, `gen_reference.py`, `copy-readmes.mjs`. */
const MAKER = /^(?:gen|generate|make|build|copy|sync|fetch|prepare|create|update|export|extract)[-_]/i;
const isMaker = (path: string) =>
  (MAKER.test(path.slice(path.lastIndexOf("/") + 1)) || OF_SCRIPTS.test(path)) &&
  /\.(?:py|rb|[cm]?[jt]s)$/.test(path) &&
  path.split("/", MAX_DEPTH + 1).length <= MAX_DEPTH;
/** Where scripts lie, and the configuration of Sphinx, which is a script. */
const OF_SCRIPTS = /(?:^|\/)(?:(?:scripts?|tools?|hack|ci|tasks|xtask|automation|hooks)\/[^/]+|conf\.py)$/;
/** The folders that scripts lie in, and their own name. */
const MAX_DEPTH = 4;
const MAX_SCRIPTS = 100;
const MAX_MAKERS = 100;
const MAX_SCRIPT = 100_000;
/** What no path of a script holds: a variable ends where its name does, and what follows is a path again. */
const BETWEEN = /[^\w./-]+/;
const MAX_PARTS = 20;
const MAX_NAMED = 100_000;

/** Bazel names by a text what it puts into the folder of its file (`"//:CHANGELOG.md": "changelog.md"`), and below which folder (`"api/"`). */
const BAZEL = /^(?:[^/]+\/){0,4}BUILD(?:\.bazel)?$/;
const BAZEL_TEXT = /"([^":\n]{1,200})"/g;

/** What copies files from one place to another. */
const COPY = /(?:^|[\s;&|"'`(])(?:cp|rsync|mv|ln|copy|install|Copy-Item)\s/;
/** What runs whenever a site is published; what only people run has left its pages in the repository. */
const WORKFLOW =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.circleci\/config\.yml|(?:[^/]+\/)?(?:\.gitlab-ci\.yml|\.readthedocs\.ya?ml|netlify\.toml))$/;
/** What names the folder that a program writes into: `-o docs/commands`, `--output-dir=docs/api`. */
const OUTPUT =
  /[\s"'](?:-o|--out|--output|--(?:out|output|dest|target)[-_]?(?:dir|path|folder|directory))(?:=|\s{1,9}|["'],?\s{0,9}["'])["']?([\w./-]{1,200})/gi;
const MAX_COPIED = 1_000;

/** What scripts name, by the last two parts of a path, such as `docs/api`: where the folder above lies may depend on a variable. */
export type ScriptNames = {
  /** Whether they name a folder that the repository does not have: what they write, copy or check out. */
  isNamed: (parts: string) => boolean;
  /** Whether they copy a file to this place. */
  isCopied: (parts: string) => boolean;
  /** Whether a program that a workflow calls writes pages into this folder. */
  isOutput: (parts: string) => boolean;
  /** Whether Bazel puts a page at this path. */
  isPlaced: (path: string) => boolean;
};

/** Reads what workflows, scripts and build files name. All paths are looked through when a folder is first asked for. */
export async function readScriptNames(reader: DocsReader, allPaths: Iterable<string>): Promise<ScriptNames> {
  const paths = [...allPaths];
  const wanted = [
    ...paths.filter((path) => SCRIPT.test(path)).slice(0, MAX_SCRIPTS),
    ...paths.filter((path) => isMaker(path)).slice(0, MAX_MAKERS),
  ];
  const scripts = await reader.readMany(wanted);
  const named = new Set<string>();
  for (const { text } of scripts)
    for (const path of text.slice(0, MAX_SCRIPT).split(BETWEEN)) {
      const parts = path.split("/", MAX_PARTS);
      for (const [at, name] of parts.entries())
        if (at > 0 && named.size < MAX_NAMED && /\w/.test(name)) named.add(`${parts[at - 1]}/${name}`);
    }
  const copied = new Set(scripts.flatMap(({ text }) => copiesIn(text.slice(0, MAX_SCRIPT))).slice(0, MAX_COPIED));
  const outputs = new Set(
    scripts
      .filter(({ path }) => WORKFLOW.test(path))
      .flatMap(({ text }) => [...text.slice(0, MAX_SCRIPT).matchAll(OUTPUT)].map(([, folder = ""]) => lastTwo(folder)))
      .slice(0, MAX_COPIED),
  );
  const builds = paths.filter((path) => BAZEL.test(path)).sort((a, b) => Number(isOfDocs(b)) - Number(isOfDocs(a)));
  const placed = new Set<string>();
  for (const { path, text } of await reader.readMany(builds.slice(0, MAX_SCRIPTS)))
    for (const [, name = ""] of text.slice(0, MAX_SCRIPT).matchAll(BAZEL_TEXT)) {
      if (placed.size >= MAX_COPIED) break;
      if (isPageFile(name) || name.endsWith(".rst")) placed.add(joinPath(folderOf(path), name) ?? "");
      else if (/^[\w-]+\/$/.test(name)) named.add(`docs/${name.slice(0, -1)}`);
    }
  let isOpen = named.size > 0;
  const isNamed = (wanted: string) => {
    for (const path of isOpen ? paths : []) {
      const parts = path.split("/");
      for (const [at, name] of parts.entries()) if (at > 0) named.delete(`${parts[at - 1]}/${name}`);
    }
    isOpen = false;
    return named.has(wanted);
  };
  return {
    isNamed,
    isCopied: (wanted) => copied.has(wanted),
    isOutput: (wanted) => outputs.has(wanted),
    isPlaced: (path) => placed.has(path),
  };
}

/** The last two parts of a folder's path. */
export function lastTwo(folder: string): string {
  const parts = folder.split("/").filter((part) => part !== "" && part !== ".");
  return parts.slice(-2).join("/");
}

const isOfDocs = (path: string) => /doc/i.test(path);

/** Where the lines of a script copy files to: `cp CONTRIBUTING.md docs/develop/` to `develop/CONTRIBUTING.md`. */
function copiesIn(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    if (!COPY.test(line)) return [];
    const paths = line.split(BETWEEN).filter((word) => /[./]/.test(word) && /\w/.test(word));
    const target = paths.pop()?.replace(/^(?:\.{1,2}\/)+/, "") ?? "";
    const isFile = /\.\w{1,9}$/.test(target);
    if (isFile) return [target.split("/").slice(-2).join("/")];
    const folder = target
      .split("/")
      .filter((part) => part !== "")
      .at(-1);
    return folder === undefined ? [] : paths.map((path) => `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`);
  });
}
