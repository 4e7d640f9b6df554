import type { IncomingMessage } from "node:http";
import { GitHubError } from "../github-error.ts";

const MAX_BYTES = 40 * 1024 * 1024;

/** Reads a request to its end. @throws GitHubError 413 for one that is too large */
export async function readBytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += (chunk as Buffer).length;
    if (size > MAX_BYTES) throw new GitHubError(413, "The request body is too large.");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** The body as JSON; undefined where there is none. */
export async function readJson(message: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(message);
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new GitHubError(400, "Problems parsing JSON");
  }
}
