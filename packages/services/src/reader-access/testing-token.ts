import { createHmac } from "node:crypto";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs a reader's token with the plain means of the runtime, as a site's server would. It ends in an hour by default. */
export function signReaderToken(secret: string, claims: object, header: object = { alg: "HS256", typ: "JWT" }): string {
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const signed = `${encode(header)}.${encode({ exp, ...claims })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
