import { createHmac } from "node:crypto";

/** What is stored of a token: without the secret of the installation it neither shows nor proves a token. */
export function hashToken(secret: string, token: string): string {
  return createHmac("sha256", secret).update(token).digest("hex");
}
