/** A line of a patch: `-`, `+`, a blank for one around the change, and `=` for one that the change only moves. */
export type PatchLine = { sign: "-" | "+" | " " | "="; text: string; number: number };
/** A run of lines of one file. `heading` is what git found above it, such as the function. */
export type Hunk = { heading: string; lines: PatchLine[] };
/** What differs in one file. */
export type FilePatch = { path: string; from: string | null; isGone: boolean; hunks: Hunk[] };

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?/;
const MAX_LINE = 2_000;

/** Reads git's unified patch. Lines that are longer than 2,000 characters are cut. */
export function readPatchText(patch: string): FilePatch[] {
  const files: FilePatch[] = [];
  let file: FilePatch | undefined;
  let hunk: Hunk | undefined;
  let [before, after] = [0, 0];
  for (const whole of patch.split("\n")) {
    const line = whole.length > MAX_LINE ? whole.slice(0, MAX_LINE) : whole;
    if (line.startsWith("diff --git ")) {
      file = { path: "", from: null, isGone: false, hunks: [] };
      hunk = undefined;
      files.push(file);
    } else if (file !== undefined && hunk === undefined && line.startsWith("--- ")) file.from = toPath(line);
    else if (file !== undefined && hunk === undefined && line.startsWith("+++ ")) {
      const path = toPath(line);
      file.isGone = path === null;
      file.path = path ?? file.from ?? "";
    } else if (file !== undefined && line.startsWith("@@ ")) {
      const match = HUNK.exec(line);
      if (match === null) continue;
      [before, after] = [Number(match[1]), Number(match[2])];
      hunk = { heading: line.slice(match[0].length), lines: [] };
      file.hunks.push(hunk);
    } else if (hunk !== undefined) {
      const sign = line[0];
      if (sign === "-") hunk.lines.push({ sign, text: line.slice(1), number: before++ });
      else if (sign === "+") hunk.lines.push({ sign, text: line.slice(1), number: after++ });
      else if (sign === " ") {
        hunk.lines.push({ sign, text: line.slice(1), number: after++ });
        before += 1;
      }
    }
  }
  return files.filter(({ path }) => path !== "");
}

/** `--- a/path` or `+++ b/path`; null for no file. */
function toPath(line: string): string | null {
  const name = line.slice(4);
  if (name === "/dev/null") return null;
  const plain = name.startsWith('"') ? name.slice(1, -1) : name;
  return plain.replace(/^[ab]\//, "").replace(/\t$/, "");
}
