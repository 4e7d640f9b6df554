import type { UiChunk } from "@docsteward/contract/ui-chunk";
import type { Database } from "@docsteward/db/client";
import type { Clock } from "@docsteward/platform/clock";
import { newId } from "@docsteward/platform/id";
import type { Reporter } from "@docsteward/platform/log";
import { createBatcher } from "../batcher.ts";
import {
  type Batch,
  type EndedStream,
  purgeStreams,
  STREAM_GRACE_MS,
  type StartedStream,
  storeStreams,
  touchStreams,
} from "./store.ts";

/** An answer that is being recorded. Added chunks are written to the database in batches, shortly afterwards. */
export type RecordedStream = {
  id: string;
  /** Settles when it can be taken up, or cannot be kept. Never fails. */
  begun: Promise<void>;
  add(chunk: UiChunk): void;
  /**
   * Leaves it to the caller to store the beginning, with what else it stores at that time: a statement less for each answer.
   *
   * @returns null when it was written already; otherwise `settle` must be called when it is stored, or was not
   */
  take(): (StartedStream & { settle: () => void }) | null;
  /** @param isDelivered whether a client has read it to its end, so that none needs to take it up */
  end(options: { isDelivered: boolean }): void;
};

/** Writes down what all answers of this process say, together: a busy process makes no more statements than an idle one. */
export type StreamRecorder = {
  /** @param onClose called when the process stops and the stream was ended for it */
  begin(stream: { projectId: string; keyId: string; chatId: string; onClose: () => void }): RecordedStream;
  /** Ends every stream with an error and writes what waits. */
  close(): Promise<void>;
};

type StreamRecorderOptions = { db: Database; clock: Clock; log: Reporter; maxBytes?: number };

/** The longest delay before a chunk is stored. A client that resumes is at most this far behind. */
const BATCH_MS = 250;
/** The start and the end of an answer are awaited, but those that arrive together are written together. */
const SOON_MS = 1;
/** Nobody waits for the end of an answer whose reader has it: those of a busy process are written together. */
const DELIVERED_MS = 100;
/** A quarter of what followers take for dead. */
const ALIVE_MS = 4_000;
const MAX_BYTES = 4_000_000;

const TOO_LONG = "This answer can't be resumed. Ask again.";
const RESTARTS = "This answer was interrupted because the service is restarting. Ask again in a few seconds.";

type Open = { id: string; seq: number; sizeBytes: number; chunks: string[]; isEnded: boolean; onClose: () => void };

/** Makes the recorder of a process. It does nothing, and holds no timer, while there is no answer. */
export function createStreamRecorder({ db, clock, log, maxBytes = MAX_BYTES }: StreamRecorderOptions): StreamRecorder {
  const open = new Map<string, Open>();
  const begun: (StartedStream & { settle: () => void })[] = [];
  const ended: EndedStream[] = [];
  let pulse: NodeJS.Timeout | null = null;
  /** Since the last time that old ones were deleted. */
  let lastEndMs: number | null = null;

  const write = async () => {
    const batches = takeBatches(open.values());
    const work = { begun: begun.splice(0), batches, ended: ended.splice(0), at: clock.now() };
    for (const { id } of work.ended) open.delete(id);
    try {
      await storeStreams({ db }, work);
    } catch (error) {
      // Answers go on without: what is lost is that a client can come back to these.
      log.warn({ err: error, streams: batches.length }, "running answers could not be stored");
      for (const { streamId } of batches) endWith(open.get(streamId), TOO_LONG, { isDelivered: true });
    }
    for (const { settle } of work.begun) settle();
  };
  const writes = createBatcher(write);
  const end = (stream: Open, isDelivered: boolean) => {
    if (stream.isEnded) return;
    stream.isEnded = true;
    lastEndMs = clock.now().getTime();
    ended.push({ id: stream.id, isDelivered });
    writes.within(isDelivered ? DELIVERED_MS : SOON_MS);
  };
  const endWith = (stream: Open | undefined, sentence: string, { isDelivered }: { isDelivered: boolean }) => {
    if (stream === undefined || stream.isEnded) return;
    stream.chunks.push(JSON.stringify(errorChunk(sentence)));
    end(stream, isDelivered);
  };
  const beat = async () => {
    const nowMs = clock.now().getTime();
    try {
      if (open.size > 0) await touchStreams({ db }, { ids: [...open.keys()], at: new Date(nowMs) });
      if (lastEndMs !== null && nowMs - lastEndMs > STREAM_GRACE_MS) {
        lastEndMs = null;
        await purgeStreams({ db, clock });
      }
      if (open.size > 0 || lastEndMs !== null) return;
      clearInterval(pulse ?? undefined);
      pulse = null;
    } catch (error) {
      log.warn({ err: error }, "abandoned answers could not be cleaned up");
    }
  };

  return {
    begin({ projectId, keyId, chatId, onClose }) {
      const stream: Open = { id: newId("str"), seq: 0, sizeBytes: 0, chunks: [], isEnded: false, onClose };
      const { promise, resolve } = Promise.withResolvers<void>();
      open.set(stream.id, stream);
      begun.push({ id: stream.id, projectId, keyId, chatId, settle: resolve });
      pulse ??= setInterval(beat, ALIVE_MS).unref();
      writes.within(SOON_MS);
      return {
        id: stream.id,
        begun: promise,
        add(chunk) {
          if (stream.isEnded) return;
          const text = JSON.stringify(chunk);
          stream.sizeBytes += text.length;
          if (stream.sizeBytes > maxBytes) return endWith(stream, TOO_LONG, { isDelivered: true });
          stream.chunks.push(text);
          writes.within(BATCH_MS);
        },
        take() {
          const at = begun.findIndex(({ id }) => id === stream.id);
          return at < 0 ? null : (begun.splice(at, 1)[0] ?? null);
        },
        end: ({ isDelivered }) => end(stream, isDelivered),
      };
    },
    async close() {
      for (const stream of open.values()) {
        endWith(stream, RESTARTS, { isDelivered: false });
        stream.onClose();
      }
      clearInterval(pulse ?? undefined);
      await writes.flush();
    },
  };
}

function takeBatches(streams: Iterable<Open>): Batch[] {
  const batches: Batch[] = [];
  for (const stream of streams) {
    if (stream.chunks.length === 0) continue;
    stream.seq += 1;
    batches.push({ streamId: stream.id, seq: stream.seq, chunks: `[${stream.chunks.join(",")}]` });
    stream.chunks = [];
  }
  return batches;
}

export const INTERRUPTED = "This answer was interrupted. Ask again.";

/** The chunk that ends an answer which failed. */
export function errorChunk(errorText: string): UiChunk {
  return { type: "error", errorText };
}
