import { readVendorError, type VendorError } from "./read-vendor-error.ts";

/** Thrown when texts could not be embedded. The message is a sentence for people; the cause holds the rest. */
export class EmbeddingError extends Error {
  override readonly name = "EmbeddingError";
}

/** Puts a failed call of an embedding model into our own terms, naming the setting to change. */
export function toEmbeddingError(error: unknown): EmbeddingError {
  return new EmbeddingError(`The embedding server ${whatIsWrong(readVendorError(error))}`, { cause: error });
}

function whatIsWrong({ status, codes, names }: VendorError): string {
  if (status === 401 || status === 403) return "refused the key: check EMBEDDING_API_KEY.";
  if (status === 404) return "does not know the model or the address: check EMBEDDING_MODEL and EMBEDDING_BASE_URL.";
  if (status === 429) return "takes no more calls for now: wait, or raise the limit of its account.";
  if (status === 413 || status === 400)
    return `refused the request (${status}): check that EMBEDDING_MODEL takes texts of 2,000 characters.`;
  if (status !== undefined && status >= 500) return `failed (${status}): look at its log.`;
  if (names.some((name) => /Timeout|Abort/.test(name)))
    return "took too long to answer: look whether it is overloaded.";
  if (codes.length > 0) return `cannot be reached (${codes[0]}): check EMBEDDING_BASE_URL, and that it runs.`;
  return "answered with something else than embeddings: check EMBEDDING_BASE_URL and EMBEDDING_MODEL.";
}
