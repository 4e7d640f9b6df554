import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./schema.ts";

export type ApiClient = Client<paths>;

/**
 * Opens a typed client of the API: every path, parameter, body and answer is checked by the compiler.
 *
 * @param url where the service is, without a slash at the end
 * @param key the bearer of every call
 */
export function createApiClient({ url, key }: { url: string; key?: string }): ApiClient {
  return createClient<paths>({ baseUrl: url, headers: key === undefined ? {} : { Authorization: `Bearer ${key}` } });
}
