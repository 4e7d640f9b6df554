import { isIP } from "node:net";
import { AppError } from "@docsteward/contract/error";
import { createNetworkPolicy } from "@docsteward/platform/guarded-http";

type ExternalUrl = {
  text: string;
  /** For the sentence: `The address of a webhook`. */
  subject: string;
  example: string;
  /** What is to be done instead of a user name and password in the address. */
  withoutPassword: string;
  /** The operator's own networks, and the variable that names them. */
  networks: readonly string[];
  variable: string;
  /** The field that is named in the error. */
  path: string;
};

const MAX_URL = 2_000;

/**
 * Brings an address outside of this machine into the form that is stored. What its name stands for is looked at by each call.
 *
 * @throws AppError `invalid_request` when it can never be called
 */
export function requireExternalUrl({ text, networks, variable, ...words }: ExternalUrl): string {
  const refusal = (message: string) =>
    new AppError("invalid_request", `${words.subject} ${message}.`, { details: [{ path: words.path, message }] });
  const url = URL.canParse(text) && text.length <= MAX_URL ? new URL(text) : null;
  if (url === null || !["https:", "http:"].includes(url.protocol)) {
    throw refusal(`must be a web address of at most ${MAX_URL} characters, e.g. ${words.example}`);
  }
  if (url.username || url.password) throw refusal(`must not contain a user name or password: ${words.withoutPassword}`);
  const hasOwnNetworks = networks.length > 0;
  if (url.protocol === "http:" && !hasOwnNetworks) {
    throw refusal(`must start with https://. http:// is allowed only for networks in ${variable}`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isRefused = isIP(host) ? !createNetworkPolicy(networks)(host, url) : host === "localhost" && !hasOwnNetworks;
  if (isRefused) {
    throw refusal(
      `must not be on this machine or in a private network, as ${host} is. To allow a network, add it to ${variable}`,
    );
  }
  url.hash = "";
  return url.href;
}
