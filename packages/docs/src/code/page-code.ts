import { isNavigationFile } from "@docsteward/contract/docs-files";
import { readFrontmatter } from "../page/read-frontmatter.ts";
import { isBelow } from "../site/posix.ts";
import type { CodeDialect } from "./code-dialect.ts";
import { type CodePiece, toPiece } from "./code-piece.ts";
import { looseCode } from "./loose-code.ts";
import { markdownCode, marks } from "./markdown-code.ts";
import { mdxCode } from "./mdx-code.ts";
import { frontmatterCode, settingsCode } from "./settings-code.ts";

/** A file of the repository with its text. */
export type SourceFile = { path: string; text: string };

/** The code of a file that a job may edit, and whether it could be read by its syntax tree. */
export type FileCode = { pieces: CodePiece[]; isParsed: boolean };

/**
 * Everything in a page or a navigation file that runs, loads or includes something. Nothing of it is run.
 *
 * @param isLoose reads MDX as if it could not be parsed, to compare it with a version of itself that cannot
 */
export function fileCode(file: SourceFile, dialect: CodeDialect, isLoose = false): FileCode {
  // What else is JSON is a part that a navigation file takes in.
  if (isNavigationFile(file.path) || file.path.endsWith(".json"))
    return { pieces: settingsCode(file.path, file.text), isParsed: true };
  const { raw, bodyLine, body } = readFrontmatter(file.text);
  const text = "\n".repeat(bodyLine - 1) + body;
  const around = [
    ...(raw === null ? frontmatterInCode(file.text) : frontmatterCode(raw, 2)),
    ...(dialect.hasTemplates
      ? [...marks(file.text, ["{{", "}}"]), ...marks(file.text, ["{%", "%}"]), ...marks(file.text, ["<%", "%>"])]
      : []),
  ];
  if (!isMdx(file.path, dialect)) {
    const pieces = markdownCode({
      path: file.path,
      text,
      isVue: dialect.vueFolders.some((folder) => isBelow(file.path, folder)),
    });
    return { pieces: [...around, ...pieces], isParsed: true };
  }
  const pieces = isLoose ? null : mdxCode({ path: file.path, text });
  return { pieces: [...around, ...(pieces ?? looseCode({ path: file.path, text }))], isParsed: pieces !== null };
}

/** The front matter of some generators is JavaScript when it says so: `---js`. */
function frontmatterInCode(text: string): CodePiece[] {
  const first = text.replace(/^\uFEFF/, "").split("\n", 1)[0] ?? "";
  const language = /^---\s*([A-Za-z][\w-]*)\s*$/.exec(first)?.[1]?.toLowerCase();
  if (language === undefined || ["yaml", "yml", "toml", "json"].includes(language)) return [];
  const end = text.indexOf("\n---", 3);
  return [toPiece("element", 1, text.slice(0, end < 0 ? text.length : end))];
}

function isMdx(path: string, { mdxFolders }: CodeDialect): boolean {
  if (path.toLowerCase().endsWith(".mdx")) return true;
  return mdxFolders.some((folder) => isBelow(path, folder)) && !OF_REPOSITORY.test(path);
}

/** Pages for the repository, which no generator reads. */
const OF_REPOSITORY = /^(?:readme|changelog|contributing|code_of_conduct|governance|security|license)[^/]*\.md$/i;

/**
 * What code a file has that it did not have before.
 *
 * @param before the versions that the file comes from: itself, and pages that were moved or taken away
 * @returns `added`: constructs that stood in none of them. `repeated`: those that did, and now stand there more often
 */
export function compareCode(
  file: SourceFile,
  before: readonly SourceFile[],
  dialect: CodeDialect,
): { added: CodePiece[]; repeated: CodePiece[] } {
  let now = fileCode(file, dialect);
  if (now.pieces.length === 0) return { added: [], repeated: [] };
  let earlier = before.map((one) => fileCode(one, dialect));
  if ([now, ...earlier].some(({ isParsed }) => !isParsed)) {
    now = fileCode(file, dialect, true);
    earlier = before.map((one) => fileCode(one, dialect, true));
  }
  const left = new Map<string, number>();
  for (const { key } of earlier.flatMap(({ pieces }) => pieces)) left.set(key, (left.get(key) ?? 0) + 1);
  const repeated: CodePiece[] = [];
  const added: CodePiece[] = [];
  for (const piece of now.pieces) {
    const count = left.get(piece.key);
    if (count === undefined) added.push(piece);
    else if (count > 0) left.set(piece.key, count - 1);
    else repeated.push(piece);
  }
  return { added, repeated };
}
