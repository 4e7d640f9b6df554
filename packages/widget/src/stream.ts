import type { UiChunk } from "@docsteward/contract/ui-chunk";

/**
 * Reads an answer's stream: server-sent events, each with one chunk as JSON. Chunks of kinds that are not known here are given, too.
 *
 * @throws TypeError when the connection breaks
 */
export async function* readChunks(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<UiChunk> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = event.startsWith("data: ") ? event.slice("data: ".length) : "";
        if (data !== "" && data !== "[DONE]") yield JSON.parse(data) as UiChunk;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
