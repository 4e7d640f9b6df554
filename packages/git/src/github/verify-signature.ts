import { verify } from "@octokit/webhooks-methods";

/**
 * Whether an event was signed with the App's secret.
 *
 * @param body as it came, not parsed and written again
 * @param signature the header `X-Hub-Signature-256`
 */
export async function verifySignature(secret: string, body: string, signature: string | null): Promise<boolean> {
  if (signature === null || !/^sha256=[0-9a-f]{64}$/.test(signature)) return false;
  return body !== "" && verify(secret, body, signature);
}
