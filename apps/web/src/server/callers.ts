import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { addressBlock } from "@docsteward/services/limit/rules";
import { REMOTE_ADDRESS_HEADER } from "./http/request-headers.ts";

const MAX_KNOWN = 20_000;
const KEY = Symbol.for("docsteward.web.callers");
const held = globalThis as { [KEY]?: Map<string, string> };

/** Owners of keys and sessions that this process has verified, by the hash of the header. The one seen last is at the end. */
const known = (): Map<string, string> => {
  // On the process and not on this module, of which Next bundles a copy.
  held[KEY] ??= new Map();
  return held[KEY];
};

const nameOf = (credential: string) => hash("sha256", credential, "base64url");

/**
 * Remembers who a verified key or session belongs to, so that its next request takes a turn of its own.
 *
 * @param credential the whole `Authorization` or `Cookie` header
 */
export function noteCaller(credential: string | null, owner: string): void {
  if (credential === null) return;
  const name = nameOf(credential);
  const callers = known();
  callers.delete(name);
  callers.set(name, owner);
  if (callers.size > MAX_KNOWN) callers.delete(callers.keys().next().value ?? "");
}

/**
 * Whose turn a request takes, before anything of it is verified: the owner of a key or session that was verified before, otherwise its
 * network. So made-up keys share the turn of the network that they come from.
 */
export function callerOf(request: Pick<IncomingMessage, "headers">): string {
  return ownerOf(request) ?? `network ${networkOf(request)}`;
}

/** The owner of a request's key or session, when that was verified before. */
export function ownerOf({ headers: { authorization, cookie } }: Pick<IncomingMessage, "headers">): string | undefined {
  const credential = authorization ?? cookie;
  return credential === undefined ? undefined : known().get(nameOf(credential));
}

/** The network that a request comes from. */
export function networkOf({ headers }: Pick<IncomingMessage, "headers">): string {
  return addressBlock(String(headers[REMOTE_ADDRESS_HEADER] ?? ""));
}
