import { BROKE_OFF, errorPiece } from "./error-piece.ts";
import type { KeptStream } from "./stream-keeper.ts";
import type { StreamPiece } from "./stream-piece.ts";

type KeepPiecesOptions = {
  kept: KeptStream;
  /** Called when the answer is over, whatever ended it. */
  end: () => void;
};

/**
 * Notes each piece of an answer as it is taken. When the one who takes them leaves before the end, the rest is taken and noted
 * without them.
 */
export function keepPieces(
  pieces: AsyncIterable<StreamPiece>,
  { kept, end }: KeepPiecesOptions,
): AsyncIterable<StreamPiece> {
  const source = pieces[Symbol.asyncIterator]();
  let isRead = true;
  let isOver = false;
  let taking: Promise<unknown> = Promise.resolve();

  const finish = () => {
    if (isOver) return;
    isOver = true;
    kept.end({ isDelivered: isRead });
    end();
  };
  const take = async (): Promise<IteratorResult<StreamPiece, undefined>> => {
    if (isOver) return { done: true, value: undefined };
    try {
      const { value, done } = await source.next();
      if (done) {
        finish();
        return { done: true, value: undefined };
      }
      kept.add(value);
      // The last one, whether its source knows or not.
      if (value.type === "error") finish();
      return { done: false, value };
    } catch (error) {
      kept.add(errorPiece(BROKE_OFF));
      finish();
      throw error;
    }
  };
  const takeRest = async () => {
    await taking;
    while (!(await take()).done);
    await source.return?.();
  };

  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        const next = take();
        taking = next;
        return next;
      },
      async return() {
        if (isOver) await source.return?.();
        else {
          isRead = false;
          // A failure is one of the pieces: nobody is here to be told.
          takeRest().catch(() => undefined);
        }
        return { done: true, value: undefined };
      },
    }),
  };
}
