import type { DocsReader } from "@docsteward/docs/docs-reader";

type Change = { path: string; from?: string };

const MIN_LIKENESS = 0.5;
const MAX_COMPARED = 200;

/**
 * What differs between two states of a site, a page or navigation file each. A new page that has most lines of one that is gone
 * counts as that one moved. Line ends are no difference.
 */
export async function listChanges(base: DocsReader, reader: DocsReader): Promise<Change[]> {
  const [before, now] = [await textsOf(base), await textsOf(reader)];
  const gone = new Map([...before].filter(([path]) => !now.has(path)));
  const added = [...now].filter(([path]) => !before.has(path));
  const edited = [...now].filter(([path, text]) => before.has(path) && before.get(path) !== text);
  const moved: Change[] = [];
  for (const [path, text] of added.slice(0, MAX_COMPARED)) {
    const from = likest(text, gone);
    if (from === null) continue;
    gone.delete(from);
    moved.push({ path, from });
  }
  const isMoved = new Set(moved.map(({ path }) => path));
  const rest = [...added.map(([path]) => path).filter((path) => !isMoved.has(path)), ...edited.map(([path]) => path)];
  return [...moved, ...[...rest, ...gone.keys()].map((path) => ({ path }))];
}

async function textsOf(reader: DocsReader): Promise<Map<string, string>> {
  const files = await reader.readMany(await reader.paths());
  return new Map(files.map(({ path, text }) => [path, text.replaceAll("\r\n", "\n")]));
}

function likest(text: string, candidates: ReadonlyMap<string, string>): string | null {
  const lines = linesOf(text);
  let best = { path: null as string | null, likeness: MIN_LIKENESS };
  for (const [path, other] of [...candidates].slice(0, MAX_COMPARED)) {
    const otherLines = linesOf(other);
    const shared = [...lines].filter((line) => otherLines.has(line)).length;
    const likeness = (2 * shared) / (lines.size + otherLines.size || 1);
    if (likeness > best.likeness || text === other) best = { path, likeness: text === other ? 2 : likeness };
  }
  return best.path;
}

const linesOf = (text: string) => new Set(text.split("\n").filter((line) => line.trim() !== ""));
