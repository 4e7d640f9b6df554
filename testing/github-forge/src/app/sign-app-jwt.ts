import { createSign } from "node:crypto";
import type { App } from "../state.ts";

/** The JWT by which an App proves who it is, good for five minutes. */
export function signAppJwt({ id, privateKey }: App, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iat: seconds - 60, exp: seconds + 300, iss: `${id}` })}`;
  return `${signed}.${createSign("sha256").update(signed).sign(privateKey, "base64url")}`;
}
