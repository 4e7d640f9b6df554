import { z } from "zod";
import { Text } from "./input-schema.ts";

const TOKEN_RULE = "A token has 1 to 4,000 printable characters without spaces. Check that you copied the whole token.";
const USERNAME_RULE = "A user name has 1 to 200 printable characters without spaces and colons.";
const KNOWN_HOST_RULE =
  "Each line of the known hosts must have a host name, a key type and a key, as `ssh-keyscan` prints them.";

/** One to fifty lines of a known_hosts file, or comments. */
function isKnownHosts(text: string): boolean {
  const lines = text.split("\n").map((line) => line.trim());
  const keys = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return keys.length > 0 && keys.length <= 50 && keys.every(isKnownHost);
}

function isKnownHost(line: string): boolean {
  const [name = "", type = "", key = ""] = line.split(/[ \t]+/, 4);
  // Markers such as @cert-authority would trust more than one server.
  return !name.startsWith("@") && /^[a-z0-9@.-]+$/.test(type) && /^[A-Za-z0-9+/=]{20,}$/.test(key);
}

/** What lets git into a repository at any Git server: a token over https, or a private key over SSH. */
export const RepositoryCredential = z
  .object({
    username: Text.regex(/^[\x21-\x39\x3b-\x7e]{1,200}$/, USERNAME_RULE)
      .optional()
      .meta({ description: "User name that the Git server wants beside the token; `git` by default." }),
    token: Text.trim()
      .regex(/^[\x21-\x7e]{1,4000}$/, TOKEN_RULE)
      .optional()
      .meta({ description: "Access token or app password that can read the repository, and write it for jobs." }),
    privateKey: Text.max(20_000)
      .optional()
      .meta({ description: "Private key without a passphrase, in OpenSSH or PEM format. Only for SSH URLs." }),
    knownHosts: Text.max(20_000).refine(isKnownHosts, KNOWN_HOST_RULE).optional().meta({
      description: "The SSH server's host keys, as lines of a known_hosts file. Without them the first key is kept.",
    }),
  })
  .refine(({ token, privateKey }) => (token === undefined) !== (privateKey === undefined), {
    error: "Send a token or a private key.",
  })
  .meta({ id: "RepositoryCredential" });
/** A parsed credential of a repository. */
export type RepositoryCredential = z.infer<typeof RepositoryCredential>;
