import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { SystemContext } from "../context.ts";
import { type Secrets, secretsOf } from "../secret/seal.ts";

const NAME = "docsteward.device";
const YEAR_SECONDS = 31_536_000;

type Person = { email: string; headers: Headers };

/**
 * Identifies a browser that has signed in to the account before: an attacker who guesses passwords elsewhere does not use up its
 * attempts. The cookie alone grants no access.
 *
 * @returns an id of the browser; null for a browser that is not known, and for a cookie that is made up or another account's
 */
export function deviceOf(ctx: Secrets & Pick<SystemContext, "baseUrl">, { email, headers }: Person): string | null {
  const prefix = `${nameOf(ctx)}=`;
  for (const pair of (headers.get("cookie") ?? "").split("; ")) {
    if (!pair.startsWith(prefix)) continue;
    const [id = "", signature = ""] = pair.slice(prefix.length).split(".");
    const given = Buffer.from(signature);
    for (const secret of secretsOf(ctx)) {
      const expected = Buffer.from(sign(secret, email, id));
      if (given.length === expected.length && timingSafeEqual(given, expected)) return id;
    }
  }
  return null;
}

/** The cookie that makes a browser known after it has signed in; none for one that is known already. */
export function rememberDevice(ctx: Secrets & Pick<SystemContext, "baseUrl">, person: Person): string[] {
  // A cookie of the previous secret gets a new signature.
  if (deviceOf({ ...ctx, previousKeySecret: null }, person) !== null) return [];
  const id = randomBytes(16).toString("base64url");
  const value = `${id}.${sign(ctx.keySecret, person.email, id)}`;
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

function sign(keySecret: string, email: string, id: string): string {
  const key = Buffer.from(hkdfSync("sha256", keySecret, "docsteward", "known-browser", 32));
  return createHmac("sha256", key).update(`${email.toLowerCase()}\n${id}`).digest("base64url");
}
