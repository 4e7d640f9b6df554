import { bracePairs, isNoCode, isShortFormula } from "./braces.ts";
import { type CodePiece, createLineCounter, toImport, toPiece } from "./code-piece.ts";
import { blank, fencedBlocks } from "./fenced-code.ts";
import { blockCode, linkAddresses } from "./markdown-code.ts";
import { markupCode } from "./markup-code.ts";

/**
 * What looks like code in an MDX page that does not parse: every pair of braces, every block that begins with `import` or
 * `export`, and the code of its tags. Sees more than there is, also in inline code.
 */
export function looseCode({ path, text }: { path: string; text: string }): CodePiece[] {
  const prose = blank(text, fencedBlocks(text));
  return [
    ...braces(prose),
    ...modules(path, prose),
    ...markupCode(prose, { isJsx: true }),
    ...linkAddresses(prose),
    ...blockCode(text),
  ];
}

function braces(text: string): CodePiece[] {
  const lineAt = createLineCounter(text);
  return bracePairs(text).flatMap(({ start, end }) => {
    const source = text.slice(start, end);
    return isNoCode(source) || isShortFormula(text, start, source)
      ? []
      : [toPiece("expression", lineAt(start), source)];
  });
}

/** Blocks of lines that a module statement begins, until a blank line outside of its brackets. */
function modules(path: string, text: string): CodePiece[] {
  const found: CodePiece[] = [];
  let block: { kind: "import" | "export"; line: number; lines: string[]; depth: number } | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    const kind = /^(import|export)(?![\w-])/.exec(line)?.[1];
    if (block === null && (kind === "import" || kind === "export"))
      block = { kind, line: index + 1, lines: [], depth: 0 };
    if (block === null) continue;
    if (block.lines.length === 0 && isWholeImport(line)) {
      found.push(toImport(path, block.line, line));
      block = null;
      continue;
    }
    if (line.trim() === "" && block.depth <= 0) {
      found.push(toPiece(block.kind, block.line, block.lines.join("\n")));
      block = null;
    } else {
      block.lines.push(line);
      for (const sign of line) block.depth += "([{".includes(sign) ? 1 : ")]}".includes(sign) ? -1 : 0;
    }
  }
  if (block) found.push(toPiece(block.kind, block.line, block.lines.join("\n")));
  return found;
}

const isWholeImport = (line: string) => line.startsWith("import") && /["'];?$/.test(line.slice(-400).trimEnd());
