import { frontmatterEnd } from "@docsteward/text/markdown/frontmatter";
import { maskCode } from "@docsteward/text/markdown/mask-code";

/** An address that a page points at, and where in the page's text it stands. */
export type Target = {
  kind: "link" | "image" | "definition" | "attribute" | "import";
  /** The address itself, without quotes or angle brackets. */
  value: string;
  start: number;
  end: number;
  /** The whole construct: `[text](address)`, `href="address"`, `[id]: address`, the import's statement. */
  outerStart: number;
  outerEnd: number;
  /** The link's text, for `link` and `image`; the label, for `definition`. */
  text: string;
};

/** Every address in a page, outside code and comments, in the order they stand. */
export function findTargets(text: string): Target[] {
  const masked = " ".repeat(frontmatterEnd(text)) + maskCode(text).slice(frontmatterEnd(text));
  const targets = [...inlineLinks(text, masked), ...definitions(masked), ...attributes(masked), ...imports(masked)];
  return targets.sort((a, b) => a.start - b.start);
}

const BRACKETED = /<[^<>\n]*>/y;
const PLAIN = /(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*/y;
const TITLE = /\s+(?:"[^"]*"|'[^']*'|\([^()]*\))/y;
const BLANKS = /[ \t]*/y;

/** Where a pattern that is tried at a place ends; the place itself where it does not fit. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function* inlineLinks(text: string, masked: string): Generator<Target> {
  const openingOf = createBracketFinder(masked);
  for (let close = masked.indexOf("]("); close !== -1; ) {
    const address = readAddress(masked, close + 2);
    const open = address && openingOf(close);
    if (address !== undefined && open !== undefined) {
      const isImage = masked[open - 1] === "!";
      yield {
        kind: isImage ? "image" : "link",
        ...address,
        outerStart: isImage ? open - 1 : open,
        text: text.slice(open + 1, close),
      };
    }
    close = masked.indexOf("](", address?.outerEnd ?? close + 2);
  }
}

/** Reads the address of a link, in brackets or bare, up to the parenthesis that closes it. */
function readAddress(masked: string, from: number): Pick<Target, "value" | "start" | "end" | "outerEnd"> | undefined {
  const at = skip(BLANKS, masked, from);
  const bracketEnd = skip(BRACKETED, masked, at);
  const isBracketed = bracketEnd > at;
  const end = isBracketed ? bracketEnd : skip(PLAIN, masked, at);
  const close = skip(BLANKS, masked, skip(TITLE, masked, end));
  if (masked[close] !== ")") return undefined;
  const [first, last] = isBracketed ? [at + 1, end - 1] : [at, end];
  return { value: masked.slice(first, last), start: first, end: last, outerEnd: close + 1 };
}

/** Finds the bracket that opens the link text which closes at a place, in the same paragraph; places must only grow. */
function createBracketFinder(masked: string): (close: number) => number | undefined {
  const pattern = /[[\]]|\n[ \t]*\r?\n/g;
  let open: number[] = [];
  return (close) => {
    for (let match = pattern.exec(masked); match !== null; match = pattern.exec(masked)) {
      const { index } = match;
      if (match[0].startsWith("\n")) {
        open = [];
        // A blank line ends where the next one may begin.
        pattern.lastIndex -= 1;
      } else if (masked[index - 1] === "\\") {
        if (index === close) return open.at(-1);
      } else if (match[0] === "[") open.push(index);
      else {
        const opened = open.pop();
        if (index === close) return opened;
      }
    }
    return undefined;
  };
}

function* definitions(masked: string): Generator<Target> {
  for (const match of masked.matchAll(/^ {0,3}\[([^[\]\r\n]+)\]:[ \t]*(?:<([^<>\n]*)>|(\S+))/dgm)) {
    const [start, end] = match.indices?.[2] ?? match.indices?.[3] ?? [0, 0];
    const lineEnd = masked.indexOf("\n", end);
    const outer = { outerStart: match.index, outerEnd: lineEnd === -1 ? masked.length : lineEnd };
    yield { kind: "definition", value: masked.slice(start, end), start, end, ...outer, text: match[1] ?? "" };
  }
}

function* attributes(masked: string): Generator<Target> {
  const attribute = /\s(?:href|src|to|url|link|poster)\s*=\s*(?:\{\s*)?(["'])([^"'\n]*)\1(?:\s*\})?/dg;
  for (const match of masked.matchAll(attribute)) {
    const [start, end] = match.indices?.[2] ?? [0, 0];
    const outer = { outerStart: match.index, outerEnd: match.index + match[0].length };
    yield { kind: "attribute", value: masked.slice(start, end), start, end, ...outer, text: "" };
  }
}

function* imports(masked: string): Generator<Target> {
  const statement =
    /^(?:import|export)\b[^\r\n\u2028\u2029;]*?\bfrom\s*(["'])([^"'\n]+)\1|^import\s*(["'])([^"'\n]+)\3/dgm;
  for (const match of masked.matchAll(statement)) {
    const [start, end] = match.indices?.[2] ?? match.indices?.[4] ?? [0, 0];
    const outer = { outerStart: match.index, outerEnd: match.index + match[0].length };
    yield { kind: "import", value: masked.slice(start, end), start, end, ...outer, text: "" };
  }
}
