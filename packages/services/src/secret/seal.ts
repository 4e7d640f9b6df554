import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed text is for. A text sealed for one purpose, or for one row, opens for no other. */
export type SealPurpose = {
  name:
    | "webhook-secret"
    | "provider-key"
    | "github-private-key"
    | "github-webhook-secret"
    | "github-state"
    | "reader-secret"
    | "slack-secret"
    | "sign-in-client-secret"
    | "repository-credential"
    | "unsubscribe";
  rowId: string;
};

/** The secret of the installation, and the one before it while `KEY_SECRET_PREVIOUS` is set. */
export type Secrets = { keySecret: string; previousKeySecret?: string | null };

/** Both of them, the present one first. */
export const secretsOf = ({ keySecret, previousKeySecret }: Secrets): string[] => [
  keySecret,
  ...(previousKeySecret ? [previousKeySecret] : []),
];

/** Encrypts a text that has to be read again, for storing. The key comes from the server secret. */
export function seal(keySecret: string, purpose: SealPurpose, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(keySecret, purpose), nonce);
  cipher.setAAD(Buffer.from(purpose.rowId));
  const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString("base64url")}`;
}

/**
 * Opens a text that was sealed with the server secret, or with the one before it.
 *
 * @throws Error when it was sealed with another one, for another purpose, or was changed
 */
export function unseal({ keySecret, previousKeySecret }: Secrets, purpose: SealPurpose, sealedText: string): string {
  try {
    return open(keySecret, purpose, sealedText);
  } catch (error) {
    if (!previousKeySecret) throw error;
    return open(previousKeySecret, purpose, sealedText);
  }
}

/** Whether a text was sealed with this very secret. */
export function isSealedWith(keySecret: string, purpose: SealPurpose, sealedText: string): boolean {
  try {
    open(keySecret, purpose, sealedText);
    return true;
  } catch {
    return false;
  }
}

function open(keySecret: string, purpose: SealPurpose, sealedText: string): string {
  const [version, encoded = ""] = sealedText.split(".");
  if (version !== VERSION) throw new Error(`A sealed text of version ${version} cannot be opened.`);
  const sealed = Buffer.from(encoded, "base64url");
  const decipher = createDecipheriv(CIPHER, keyFor(keySecret, purpose), sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(purpose.rowId));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}

function keyFor(keySecret: string, { name }: SealPurpose): Buffer {
  return Buffer.from(hkdfSync("sha256", keySecret, "docsteward", name, 32));
}
