import { readNames } from "../names/read-names.ts";
import { isPresentPage, presentLines, type StatedName } from "./stated-names.ts";

const SCRIPTS = new Set(["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "javascript", "typescript"]);
const PYTHON = new Set(["py", "python", "python3"]);
/** Lines that an import takes at most. */
const MAX_LINES = 40;

/** A module that a sample imports names from, and the lines that name them. */
type Import = { module: string; lines: { text: string; number: number }[] };

/**
 * Reads the names that code blocks of a page import from modules of the product: `import { a } from "tool"` and
 * `from tool import a`.
 *
 * @param isOwn whether the sources publish a module of this name
 */
export function readStatedImports(page: string, text: string, isOwn: (module: string) => boolean): StatedName[] {
  if (!isPresentPage(page)) return [];
  const found: StatedName[] = [];
  for (const { module, lines } of readImports(presentLines(text))) {
    if (!isOwn(module)) continue;
    for (const { text: line, number } of lines) {
      for (const part of line.split(",")) {
        const written = part.trim().split(/\s/)[0] === "type" ? part.trim().slice(5) : part.trim();
        const name = written.split(/\s/)[0] ?? "";
        readNames(name, ({ key, written: whole }) => {
          if (whole === name && key.length >= 4) found.push({ kind: "import", key, written: name, page, line: number });
        });
      }
    }
  }
  return found;
}

type BlockLine = ReturnType<typeof presentLines>[number];

function readImports(lines: readonly BlockLine[]): Import[] {
  const found: Import[] = [];
  let open: { lines: Import["lines"]; module: string | null; end: string } | null = null;
  for (const { text, number, language } of lines) {
    if (language === null || (open !== null && open.lines.length >= MAX_LINES)) open = null;
    if (language === null) continue;
    const line = text.trim();
    if (open === null) {
      if (SCRIPTS.has(language) && line.startsWith("import ") && line.includes("{"))
        open = { lines: [], module: null, end: "}" };
      else if (PYTHON.has(language) && line.startsWith("from ")) {
        const at = line.indexOf(" import ");
        if (at < 0) continue;
        const module = line.slice(5, at).trim();
        const names = line.slice(at + 8).split("#")[0] ?? "";
        const isOpen = names.includes("(") && !names.includes(")");
        const first = { text: names.replace(/[()]/g, ""), number };
        if (isOpen) open = { lines: [first], module, end: ")" };
        else found.push({ module, lines: [first] });
        continue;
      } else continue;
    }
    const start = open.end === "}" ? line.indexOf("{") + 1 : 0;
    const end = line.indexOf(open.end);
    open.lines.push({
      text: line.slice(start, end < 0 ? line.length : end).split(open.end === ")" ? "#" : "//")[0] ?? "",
      number,
    });
    if (end < 0) continue;
    const module = open.module ?? moduleOf(line.slice(end));
    if (module !== null) found.push({ module, lines: open.lines });
    open = null;
  }
  return found;
}

/** `} from "module"` */
function moduleOf(text: string): string | null {
  const from = text.indexOf("from ");
  const quote = from < 0 ? undefined : text[from + 5];
  if (quote !== '"' && quote !== "'") return null;
  const end = text.indexOf(quote, from + 6);
  return end < 0 ? null : text.slice(from + 6, end);
}

/** The modules that a repository publishes: packages of its manifests, and folders of Python packages. */
export function readModules(path: string, text: string, onModule: (module: string) => void): void {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "package.json") {
    try {
      const manifest = JSON.parse(text) as { name?: unknown; private?: unknown } | null;
      if (typeof manifest?.name === "string" && manifest.private !== true) onModule(manifest.name);
    } catch {
      // A template of a manifest names no package.
    }
  } else if (name === "__init__.py") {
    const folders = path.split("/").slice(0, -1);
    // A package of the first level: `tool/__init__.py` or `src/tool/__init__.py`.
    if (folders.length === 1 || (folders.length === 2 && folders[0] === "src")) onModule(folders.at(-1) ?? "");
  }
}
