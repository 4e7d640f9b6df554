import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type EmbeddingRequest = { headers: IncomingMessage["headers"]; model: string; texts: string[] };

/** A vector for each text, a refusal with a status, or never an answer. */
export type EmbeddingAnswer = { vectors: number[][] } | { status: number; message?: string } | "hang";

export type EmbeddingServer = {
  /** `http://127.0.0.1:<port>`, without `/v1`. */
  url: string;
  /** Every request so far, in order of arrival. */
  requests: EmbeddingRequest[];
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Starts a server on a free port of this machine that embeds as a script says, by OpenAI's protocol (`POST /v1/embeddings`).
 *
 * @param script receives each request and its number, 0 for the first
 */
export async function startEmbeddingServer(
  script: (request: EmbeddingRequest, index: number) => EmbeddingAnswer | Promise<EmbeddingAnswer>,
): Promise<EmbeddingServer> {
  const requests: EmbeddingRequest[] = [];
  const server = createServer(async (message, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const refuse = (status: number, text: string) =>
      send(status, { error: { message: text, type: "invalid_request" } });
    let json = "";
    for await (const piece of message) json += piece;
    if (message.method !== "POST" || message.url !== "/v1/embeddings") return refuse(404, "Not found.");
    const { model, input } = JSON.parse(json) as { model: string; input: string | string[] };
    const request = { headers: message.headers, model, texts: typeof input === "string" ? [input] : input };
    const answer = await script(request, requests.push(request) - 1);
    if (answer === "hang") return;
    if ("status" in answer) return refuse(answer.status, answer.message ?? `The script answers ${answer.status}.`);
    const data = answer.vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
    return send(200, { object: "list", model, data, usage: { prompt_tokens: 1, total_tokens: 1 } });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
