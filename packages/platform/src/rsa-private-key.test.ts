import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { PrivateKeyError, parseRsaPrivateKey } from "./rsa-private-key.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const pkcs8 = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const pkcs1 = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const base64 = (text: string) => Buffer.from(text).toString("base64");

test.each([
  ["PKCS#8", pkcs8],
  ["PKCS#1", pkcs1],
  ["written-out line ends", pkcs1.replaceAll("\n", "\\n")],
  ["written-out CRLF", pkcs1.replaceAll("\n", "\\r\\n")],
  ["CRLF", pkcs8.replaceAll("\n", "\r\n")],
  ["double quotes", `"${pkcs8.replaceAll("\n", "\\n")}"`],
  ["single quotes", `'${pkcs8}'`],
  ["white space around", `\n  ${pkcs8}\n\n`],
  ["a byte order mark", `\uFEFF${pkcs8}`],
  ["spaces for line ends", pkcs8.replaceAll("\n", " ")],
  ["base64 of PEM", base64(pkcs1)],
  ["base64 of PEM in lines", base64(pkcs1).replace(/.{76}/g, "$&\n")],
  ["base64 of PEM with written-out line ends", base64(pkcs1.replaceAll("\n", "\\n"))],
  ["base64url of PEM", Buffer.from(pkcs8).toString("base64url")],
  ["base64 of PKCS#8 DER", privateKey.export({ type: "pkcs8", format: "der" }).toString("base64")],
  ["base64 of PKCS#1 DER", privateKey.export({ type: "pkcs1", format: "der" }).toString("base64")],
])("a key with %s is read", (_, text) => {
  expect(parseRsaPrivateKey(text)).toBe(pkcs8);
});

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
const small = generateKeyPairSync("rsa", { modulusLength: 1_024 }).privateKey.export({ type: "pkcs8", format: "pem" });
const locked = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" });

test.each([
  ["nothing", "  ", "is empty"],
  ["a public key", publicKey.export({ type: "spki", format: "pem" }).toString(), "public key"],
  ["a key of another kind", ec.toString(), "type ec"],
  ["a key that is too short", small.toString(), "1024 bits"],
  ["a key with a passphrase", locked.toString(), "passphrase"],
  ["a key for SSH", pkcs8.replaceAll("PRIVATE KEY", "OPENSSH PRIVATE KEY"), "SSH"],
  ["half a key", pkcs8.slice(0, 400), "is incomplete"],
  ["a key with a hole", pkcs8.replace(/\n.{64}\n/, "\n"), "damaged"],
  ["a path", "./key.pem", "looks like a file path"],
  ["some words", "the private key!", "isn't a PEM file"],
  ["base64 of something else", base64("hello, I am no key at all"), "a private key"],
])("%s is refused in words that hold nothing of it", (_, text, words) => {
  const read = () => parseRsaPrivateKey(text);

  expect(read).toThrow(PrivateKeyError);
  expect(read).toThrow(words);
  expect(read).not.toThrow(text.trim().slice(0, 30) || "never");
});
