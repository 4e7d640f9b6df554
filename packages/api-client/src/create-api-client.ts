import createClient, { type Client } from "openapi-fetch";
import { createRetryingFetch, type RetryOptions } from "./retrying-fetch.ts";
import type { paths } from "./schema.ts";

export type ApiClient = Client<paths>;

type Options = RetryOptions & {
  /** Where the service is, without a slash at the end. */
  url: string;
  /** The bearer of every call. */
  key?: string;
};

/**
 * Opens a typed client of the API: every path, parameter, body and answer is checked by the compiler. Calls that may be repeated are
 * retried. `unwrap` takes the data of an answer, or throws its error.
 */
export function createApiClient({ url, key, ...retry }: Options): ApiClient {
  const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  return createClient<paths>({ baseUrl: url, headers, fetch: createRetryingFetch(retry) });
}
