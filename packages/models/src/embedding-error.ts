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
  if (status === 401 || status === 403) return "refused the API key. Check EMBEDDING_API_KEY.";
  if (status === 404) return "doesn't know the model or the URL. Check EMBEDDING_MODEL and EMBEDDING_BASE_URL.";
  if (status === 429) return "limits the rate of calls. Wait, or raise its account's limit.";
  if (status === 413 || status === 400)
    return `refused the request (${status}). Check that EMBEDDING_MODEL accepts texts of 2,000 characters.`;
  if (status !== undefined && status >= 500) return `failed (${status}). Check its log.`;
  if (names.some((name) => /Timeout|Abort/.test(name)))
    return "took too long to answer. Check whether it is overloaded.";
  if (codes.length > 0)
    return `is unreachable (${codes[0]}). Check EMBEDDING_BASE_URL, and that the server is running.`;
  return "didn't return embeddings. Check EMBEDDING_BASE_URL and EMBEDDING_MODEL.";
}
