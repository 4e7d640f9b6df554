import { createPrivateKey, type KeyObject } from "node:crypto";

/** The text is no private key that can be used. The message says what it is instead, in words that stand behind the key's name. */
export class PrivateKeyError extends Error {
  override readonly name = "PrivateKeyError";
}

/** A file holds a key and perhaps its certificates. */
const MAX_BLOCKS = 20;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const MIN_BITS = 2_048;

/**
 * Reads an RSA private key in whatever way it came through a file, a shell, a secret store or a form: PEM (PKCS#1 or PKCS#8) with
 * real or written-out line ends, in quotes, with CRLF, or in base64, as PEM or as bare DER.
 *
 * @returns the key as PEM in PKCS#8, with `\n` line ends
 * @throws PrivateKeyError, whose message never holds a part of the text
 */
export function parseRsaPrivateKey(text: string): string {
  const key = openKey(toPlain(text));
  if (key.asymmetricKeyType !== "rsa") {
    throw new PrivateKeyError(`is a key of type ${key.asymmetricKeyType}. Use an RSA key`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < MIN_BITS) throw new PrivateKeyError(`has ${bits} bits. Use at least ${MIN_BITS}`);
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

function toPlain(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .trim()
    .replace(/^(["'`])([\s\S]*)\1$/, "$2")
    .replaceAll("\\r", "")
    .replaceAll("\\n", "\n")
    .replace(/\r\n?/g, "\n")
    .trim();
}

function openKey(text: string): KeyObject {
  if (text === "") throw new PrivateKeyError("is empty");
  const pem = findPem(text);
  if (pem) return openPem(pem.text, pem.label);
  if (text.includes("-----BEGIN")) {
    throw new PrivateKeyError("is incomplete: it must end with the line -----END … PRIVATE KEY-----");
  }
  const joined = text.replace(/\s+/g, "");
  if (!BASE64.test(joined)) {
    const hint = /^[~./]|\.pem$/.test(text)
      ? "looks like a file path. Set the variable that ends in _FILE instead"
      : "";
    throw new PrivateKeyError(hint || "isn't a PEM file (-----BEGIN … PRIVATE KEY-----) or a PEM file in base64");
  }
  const bytes = Buffer.from(joined, "base64");
  const inner = bytes.toString("latin1");
  return inner.includes("-----BEGIN") ? openKey(toPlain(inner)) : openDer(bytes);
}

/** The first block that ends with the label it begins with. */
function findPem(text: string): { text: string; label: string } | null {
  const begins = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,64})-----/g)].slice(0, MAX_BLOCKS);
  for (const { 0: begin, 1: label = "", index } of begins) {
    const end = `-----END ${label}-----`;
    const at = text.indexOf(end, index + begin.length);
    if (at !== -1) return { text: text.slice(index, at + end.length), label };
  }
  return null;
}

function openPem(pem: string, label: string): KeyObject {
  if (/PUBLIC KEY|CERTIFICATE/.test(label)) {
    throw new PrivateKeyError(`contains a ${label.toLowerCase()}. Use the private key`);
  }
  if (label === "OPENSSH PRIVATE KEY") {
    throw new PrivateKeyError("is an SSH key. Use the .pem file from the App's settings");
  }
  if (/ENCRYPTED/.test(label) || /^Proc-Type: 4,ENCRYPTED/m.test(pem)) {
    throw new PrivateKeyError("is protected by a passphrase. Use a key without one");
  }
  // Where line ends became spaces, or were lost, the body is put into lines again.
  const body = pem.replace(/-----[^-]+-----/g, "").replace(/\s+/g, "");
  const lines = body.match(/.{1,64}/g) ?? [];
  return tryOpen(() => createPrivateKey(`-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`));
}

function openDer(bytes: Buffer): KeyObject {
  for (const type of ["pkcs8", "pkcs1"] as const) {
    try {
      return createPrivateKey({ key: bytes, format: "der", type });
    } catch {
      // The other format is tried next; the code below reports a key of neither format.
    }
  }
  throw new PrivateKeyError("is base64, but doesn't contain a private key");
}

function tryOpen(open: () => KeyObject): KeyObject {
  try {
    return open();
  } catch (cause) {
    throw new PrivateKeyError("is damaged. Copy the whole file again", { cause });
  }
}
