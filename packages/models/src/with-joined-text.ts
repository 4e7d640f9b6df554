import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;
type Parts = ReadableStream<Part>;

/** Text enough for the first part, less than a line: a reader sees early that text is being written. */
const ENOUGH_AT_FIRST = 64;
/** And for later ones, which grow to this: what came at one time may be shown at one time. */
const ENOUGH = 256;

/**
 * The same model with fewer text parts: text that arrives together becomes one part. Nothing waits for text still to come. Each
 * part passes through a dozen streams, at the same cost whatever its length.
 */
export function withJoinedText(model: LanguageModelV4): LanguageModelV4 {
  return new Proxy(model, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === "doStream") {
        return async (...call: Parameters<LanguageModelV4["doStream"]>) => {
          const result = await target.doStream(...call);
          return { ...result, stream: joinText(result.stream) };
        };
      }
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function joinText(parts: Parts): Parts {
  const reader = parts.getReader();
  let held: Part | null = null;
  let upcoming: ReturnType<typeof reader.read> | null = null;
  let enough = ENOUGH_AT_FIRST;
  const give = (controller: ReadableStreamDefaultController<Part>) => {
    if (held !== null) controller.enqueue(held);
    held = null;
  };
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        const turn = new Promise<null>((resolve) => setImmediate(resolve, null));
        for (;;) {
          upcoming ??= reader.read();
          const next = await (held === null ? upcoming : Promise.race([upcoming.catch(() => null), turn]));
          if (next === null) return give(controller);
          upcoming = null;
          if (next.done) {
            give(controller);
            return controller.close();
          }
          const joined = join(held, next.value);
          if (joined === null) give(controller);
          held = joined ?? next.value;
          if (isPlainText(held)) {
            if (held.delta.length < enough) continue;
            enough = Math.min(ENOUGH, enough * 2);
          }
          return give(controller);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Two parts as one; null when they are not of one text. */
function join(first: Part | null, second: Part): Part | null {
  if (first === null || !isPlainText(first) || !isPlainText(second) || first.id !== second.id) return null;
  return { ...first, delta: first.delta + second.delta };
}

function isPlainText(part: Part): part is Extract<Part, { type: "text-delta" }> {
  return part.type === "text-delta" && part.providerMetadata === undefined;
}
