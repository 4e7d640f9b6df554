import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type Readable, Transform } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import { DatabaseError } from "../database-error.ts";

/**
 * The format of a backup, version 1. docs/backup-format.md describes it; a change raises the number.
 *
 * A line with {@link MAGIC} and the number, then one Zstandard stream of frames: 4 bytes of length (big-endian), 1 byte of type, the
 * content. The last frame holds the SHA-256 of every byte of the stream before it.
 */
export const FORMAT = 1;
export const MAGIC = "DOCSTEWARD BACKUP";

/** A longer frame is a damaged one. Rows are cut into several. */
const MAX_FRAME_BYTES = 1_048_576;
const PREFIX_BYTES = 5;
const MAX_HEAD_BYTES = 64;

const TYPES = { header: "H", table: "T", data: "D", tableEnd: "E", sequences: "S", secret: "K", end: "Z" } as const;
export type FrameType = keyof typeof TYPES;
export type Frame = { type: FrameType; content: Buffer };

/** What the first frame says. */
export type BackupHeader = {
  createdAt: string;
  /** Version of the PostgreSQL server, for people. */
  postgres: string;
  /** The migrations of the database, by which its tables are made again. */
  migrations: { name: string; checksum: string }[];
};
/** A table, whose rows follow as PostgreSQL's COPY in text format writes them. */
export type BackupTable = { name: string; columns: string[] };
export type BackupSequence = { name: string; value: string; isCalled: boolean };

export const headLine = (): string => `${MAGIC} ${FORMAT}\n`;

/** Makes the bytes of frames, and counts them into the checksum that the end frame holds. */
export function createFrameWriter(): {
  frame(type: Exclude<FrameType, "end">, content: unknown): Buffer[];
  end(): Buffer;
} {
  const hash = createHash("sha256");
  const toFrame = (type: FrameType, content: Buffer) => {
    const prefix = Buffer.alloc(PREFIX_BYTES);
    prefix.writeUInt32BE(content.length);
    prefix.write(TYPES[type], 4, "latin1");
    return Buffer.concat([prefix, content]);
  };
  return {
    frame(type, content) {
      const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
      const frames: Buffer[] = [];
      for (let at = 0; at === 0 || at < bytes.length; at += MAX_FRAME_BYTES) {
        const frame = toFrame(type, bytes.subarray(at, at + MAX_FRAME_BYTES));
        hash.update(frame);
        frames.push(frame);
      }
      return frames;
    },
    end: () => toFrame("end", hash.digest()),
  };
}

/** The frames of a file or a stream, without the end frame: that is checked, and then nothing more may follow. */
export async function* readFrames(source: string | Readable): AsyncGenerator<Frame> {
  const name = typeof source === "string" ? source : "standard input";
  const input = typeof source === "string" ? createReadStream(source) : source;
  const damaged = (cause?: unknown) =>
    new DatabaseError(`The backup ${name} is damaged or incomplete, so nothing was restored. Use another copy.`, {
      cause,
    });
  const head = cutHead(name);
  const frames = createFrameReader();
  const unpacked = createZstdDecompress();
  input.on("error", (error) => head.destroy(error));
  head.on("error", (error) => unpacked.destroy(error));
  try {
    for await (const chunk of input.pipe(head).pipe(unpacked)) yield* frames.push(chunk as Buffer);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw damaged(error);
    const problem = code === "ENOENT" ? "does not exist" : `can't be read (${code})`;
    throw new DatabaseError(`The backup ${name} ${problem}. Name another file.`, { cause: error });
  } finally {
    input.destroy();
    unpacked.destroy();
  }
  if (!frames.isWhole()) throw damaged();
}

/** Takes the first line off, and refuses what is no backup or one of a later format. */
function cutHead(name: string): Transform {
  let head: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head === null) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf("\n");
      if (end === -1 && head.length < MAX_HEAD_BYTES) return done();
      const [line, rest] = [head.subarray(0, Math.max(end, 0)).toString("latin1"), head.subarray(end + 1)];
      head = null;
      if (line === headLine().trimEnd()) return done(null, rest);
      const isLater = line.startsWith(`${MAGIC} `);
      done(
        new DatabaseError(
          isLater
            ? `The backup ${name} has a format that this version of Docsteward doesn't know. Restore it with the version that made it.`
            : `The file ${name} is not a backup of Docsteward. Name a file that \`docsteward backup\` made.`,
        ),
      );
    },
    flush(done) {
      done(
        head === null
          ? null
          : new DatabaseError(
              `The file ${name} is not a backup of Docsteward. Name a file that \`docsteward backup\` made.`,
            ),
      );
    },
  });
}

function createFrameReader(): { push(chunk: Buffer): Generator<Frame>; isWhole(): boolean } {
  const types = new Map<string, FrameType>(Object.entries(TYPES).map(([type, letter]) => [letter, type as FrameType]));
  const hash = createHash("sha256");
  let waiting: Buffer = Buffer.alloc(0);
  let isEnded = false;
  return {
    *push(chunk) {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      while (waiting.length >= PREFIX_BYTES) {
        const size = waiting.readUInt32BE();
        const type = types.get(waiting.toString("latin1", 4, PREFIX_BYTES));
        if (isEnded || size > MAX_FRAME_BYTES || type === undefined) throw new Error("a frame is damaged");
        if (waiting.length < PREFIX_BYTES + size) return;
        const content = waiting.subarray(PREFIX_BYTES, PREFIX_BYTES + size);
        if (type === "end") {
          requireChecksum(hash, content);
          isEnded = true;
        } else {
          hash.update(waiting.subarray(0, PREFIX_BYTES + size));
          yield { type, content };
        }
        waiting = waiting.subarray(PREFIX_BYTES + size);
      }
    },
    isWhole: () => isEnded && waiting.length === 0,
  };
}

function requireChecksum(hash: Hash, content: Buffer): void {
  if (!hash.digest().equals(content)) throw new Error("the checksum differs");
}
