import type { Readable } from "node:stream";

export type RefCommand = { ref: string; oldSha: string; newSha: string };

/** The start of a push: which branches it moves, what the client understands, and the bytes read so far. */
export type PushStart = { commands: RefCommand[]; capabilities: Set<string>; bytes: Buffer };

/**
 * Reads the commands at the start of a push, which end with a flush packet; what follows stays in the stream.
 *
 * @throws Error when the stream ends before they do
 */
export async function readCommands(body: Readable): Promise<PushStart> {
  let bytes = Buffer.alloc(0);
  const lines: string[] = [];
  let at = 0;
  for (;;) {
    const length = bytes.length - at < 4 ? null : Number.parseInt(bytes.toString("latin1", at, at + 4), 16);
    if (length === 0) break;
    if (length === null || bytes.length - at < length) {
      const more = await readSome(body);
      if (!more) throw new Error("The push ended before its commands did.");
      bytes = Buffer.concat([bytes, more]);
    } else {
      lines.push(bytes.toString("utf8", at + 4, at + length));
      at += length;
    }
  }
  // A push from a shallow clone says first where that ends: the capabilities stand behind the first command.
  const first = lines.find((line) => line.includes("\0"));
  const capabilities = new Set((first?.split("\0")[1] ?? "").trim().split(" "));
  const commands = lines.flatMap((line) => {
    const [, oldSha, newSha, ref] = line.match(/^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([^\0\n]+)/) ?? [];
    return oldSha && newSha && ref ? [{ oldSha, newSha, ref }] : [];
  });
  return { commands, capabilities, bytes };
}

async function readSome(body: Readable): Promise<Buffer | null> {
  for (;;) {
    const chunk = body.read() as Buffer | null;
    if (chunk) return chunk;
    if (body.readableEnded || body.destroyed) return null;
    await new Promise<void>((resolve) => {
      const done = () => {
        body.off("readable", done).off("end", done).off("close", done);
        resolve();
      };
      body.on("readable", done).on("end", done).on("close", done);
    });
  }
}
