import { type Procedure, request, requestAll, type ToolReply } from "../procedure.ts";

const LINES_PER_READ = 400;

/** Reads whole files, long ones in pieces. Files that cannot be read are left out. */
export function* readFiles(paths: readonly string[], say: string): Procedure<Map<string, string>> {
  const replies = yield* requestAll(
    paths.map((path) => ({ tool: "read", input: { path } })),
    say,
  );
  const texts = new Map<string, string>();
  for (const [index, path] of paths.entries()) {
    const text = yield* readRest(path, replies[index] ?? {});
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** Goes on where the first read of a file ended: behind its last line, or at the beginning when the file was too long for one read. */
function* readRest(path: string, first: ToolReply): Procedure<string | undefined> {
  if (first.error !== undefined && !/\bfrom and to\b/.test(first.error)) return undefined;
  if (first.error === undefined && typeof first.text !== "string") return undefined;
  const isWhole = first.error === undefined && Number(first.to) >= Number(first.totalLines);
  if (isWhole) return String(first.text);
  const pieces = first.error === undefined ? [String(first.text)] : [];
  let next = first.error === undefined ? Number(first.to) + 1 : 1;
  for (let total = Number.POSITIVE_INFINITY; next <= total; ) {
    const reply = yield* request("read", { path, from: next, to: next + LINES_PER_READ - 1 });
    if (reply.error !== undefined || typeof reply.text !== "string") return undefined;
    total = Number(reply.totalLines);
    next = Math.max(Number(reply.to), next) + 1;
    pieces.push(reply.text);
  }
  return pieces
    .map((piece, index) => (index < pieces.length - 1 && !piece.endsWith("\n") ? `${piece}\n` : piece))
    .join("");
}
