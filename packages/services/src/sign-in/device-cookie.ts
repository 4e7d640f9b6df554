import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { SystemContext } from "../context.ts";

const NAME = "docsteward.device";
const YEAR_SECONDS = 31_536_000;

type Person = { email: string; headers: Headers };

/**
 * Identifies a browser that has signed in to the account before: an attacker who guesses passwords elsewhere does not use up its
 * attempts. The cookie alone grants no access.
 *
 * @returns an id of the browser; null for a browser that is not known, and for a cookie that is made up or another account's
 */
export function deviceOf(ctx: Pick<SystemContext, "keySecret" | "baseUrl">, { email, headers }: Person): string | null {
  const prefix = `${nameOf(ctx)}=`;
  for (const pair of (headers.get("cookie") ?? "").split("; ")) {
    if (!pair.startsWith(prefix)) continue;
    const [id = "", signature = ""] = pair.slice(prefix.length).split(".");
    const expected = Buffer.from(sign(ctx, email, id));
    const given = Buffer.from(signature);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return id;
  }
  return null;
}

/** The cookie that makes a browser known after it has signed in; none for one that is known already. */
export function rememberDevice(ctx: Pick<SystemContext, "keySecret" | "baseUrl">, person: Person): string[] {
  if (deviceOf(ctx, person) !== null) return [];
  const id = randomBytes(16).toString("base64url");
  const value = `${id}.${sign(ctx, person.email, id)}`;
  const attributes = [
    `Max-Age=${YEAR_SECONDS}`,
    "Path=/",
    "HttpOnly",
    ...(isSecure(ctx) ? ["Secure"] : []),
    "SameSite=Lax",
  ];
  return [`${nameOf(ctx)}=${value}; ${attributes.join("; ")}`];
}

const isSecure = ({ baseUrl }: { baseUrl: string }) => baseUrl.startsWith("https://");
const nameOf = (ctx: { baseUrl: string }) => `${isSecure(ctx) ? "__Secure-" : ""}${NAME}`;

function sign({ keySecret }: Pick<SystemContext, "keySecret">, email: string, id: string): string {
  const key = Buffer.from(hkdfSync("sha256", keySecret, "docsteward", "known-browser", 32));
  return createHmac("sha256", key).update(`${email.toLowerCase()}\n${id}`).digest("base64url");
}
