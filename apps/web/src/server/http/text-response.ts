import { apiHeaders } from "./api-headers.ts";

/** Answers with a plain text: a whole one, or pieces that are taken only as fast as the caller reads. */
export function textResponse(text: string | AsyncGenerator<string>, requestId: string): Response {
  const headers = { ...apiHeaders(requestId), "Content-Type": "text/plain; charset=utf-8" };
  return new Response(typeof text === "string" ? text : toBody(text), { headers });
}

/** Texts as the body of an answer, taken only as fast as the caller reads. */
export function toBody(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
