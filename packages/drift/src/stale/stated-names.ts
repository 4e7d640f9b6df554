import { createFenceReader, readAtxHeading } from "@docsteward/text/markdown/scanner";
import { readNames } from "../names/read-names.ts";

/** A name or path that a page states as a fact of the product. */
export type StatedName = {
  kind: "flag" | "variable" | "option" | "path";
  key: string;
  written: string;
  page: string;
  line: number;
};

/** Lines, headings and pages that speak of the past. */
const PAST =
  /\b(?:removed?|removal|deprecat\w*|renamed?|replac\w*|former\w*|previous\w*|legacy|obsolete|no longer|used to|prior to|before (?:v|version)?\s?\d|instead of|was|were|old|older|migrat\w*|upgrad\w*|breaking|since v?\d|until|unsupported|not supported|discontinued|dropped)\b/i;
const PAST_PAGE =
  /(?:migrat|upgrad|deprecat|removed|release|whats-new|what-s-new|changelog|history|roadmap|v\d+-to|to-v\d|legacy|announc|faq|comparison|alternatives|versus|-vs-)/i;
const PATH = /^(?:\.\/)?(?:[\w@.-]+\/)+[\w.-]+\.[a-z][a-z0-9]{0,5}$/i;
/** Languages of blocks that show other programs. */
const SHELL = /^(?:sh|bash|shell|console|zsh|text|txt|terminal|powershell|cmd|fish)?$/i;
const MAX_SPAN = 120;

/** Reads the flags, environment variables, options and paths that a page states in code, outside of what it says on the past. */
export function readStatedNames(page: string, text: string): StatedName[] {
  if (PAST_PAGE.test(page)) return [];
  const found: StatedName[] = [];
  const readFence = createFenceReader("any");
  let [number, isPast, language] = [0, false, ""];
  let depthOfPast = 7;
  const lines = text.split("\n");
  for (const line of lines) {
    number += 1;
    const fence = readFence(line);
    if (fence === "opening") language = line.replace(/^[\s>`~*+-]+/, "").split(/[\s{]/)[0] ?? "";
    if (fence === "opening" || fence === "closing") continue;
    const heading = fence === null ? readAtxHeading(line) : null;
    if (heading !== null) {
      if (heading.depth <= depthOfPast) depthOfPast = 7;
      if (depthOfPast === 7 && PAST.test(heading.text)) depthOfPast = heading.depth;
    }
    isPast = depthOfPast < 7 || PAST.test(line) || PAST.test(lines[number - 2] ?? "") || PAST.test(lines[number] ?? "");
    if (isPast) continue;
    if (fence === "inside") {
      if (SHELL.test(language))
        readNames(line, (name) =>
          add(name.shape === "flag" ? "flag" : name.shape === "constant" ? "variable" : null, name),
        );
    } else {
      for (const span of spansOf(line)) {
        if (PATH.test(span))
          found.push({ kind: "path", key: span.replace(/^\.\//, ""), written: span, page, line: number });
        else if (!/[\s/<>{}()]/.test(span.replace(/^--/, "").replace(/\(\)$/, ""))) {
          readNames(span, (name) => {
            const isWhole =
              name.end - name.start >=
              span
                .replace(/^-+/, "")
                .replace(/\(\)$/, "")
                .replace(/[=:].*$/, "").length;
            const kind =
              name.shape === "flag"
                ? "flag"
                : name.shape === "constant"
                  ? "variable"
                  : name.shape === "compound" && isWhole
                    ? "option"
                    : null;
            add(kind, name);
          });
        } else readNames(span, (name) => add(name.shape === "flag" ? "flag" : null, name));
      }
    }
  }
  return found;

  function add(kind: StatedName["kind"] | null, { key, written }: { key: string; written: string }): void {
    if (kind !== null && key.length >= 4) found.push({ kind, key, written, page, line: number });
  }
}

function spansOf(line: string): string[] {
  const parts = line.split("`");
  return parts.filter((part, at) => at % 2 === 1 && at < parts.length - 1 && part !== "" && part.length <= MAX_SPAN);
}
