import { readFile } from "node:fs/promises";
import type { RepositoryCredential } from "@docsteward/contract/repository-credential";
import { type Command, Option } from "commander";
import { UsageError } from "./options.ts";

/** What lets git into a repository at a Git server. Secrets come from files: arguments are seen in the list of processes. */
export type CredentialOptions = {
  tokenFile?: string;
  username?: string;
  sshKeyFile?: string;
  knownHostsFile?: string;
};

/** Adds the options of a repository at a Git server to a command. */
export function withCredential(command: Command): Command {
  return command
    .option("--token-file <path>", "file with an access token, for an https URL at a Git server")
    .option("--username <name>", "user name beside the token, if the server wants one")
    .addOption(
      new Option("--ssh-key-file <path>", "file with a private key without passphrase, for an SSH URL").conflicts(
        "tokenFile",
      ),
    )
    .option("--known-hosts-file <path>", "the SSH server's host keys (default: the key that it shows first)");
}

/** @returns undefined where no option was given */
export async function readCredential(options: CredentialOptions): Promise<RepositoryCredential | undefined> {
  const { tokenFile, username, sshKeyFile, knownHostsFile } = options;
  if (tokenFile !== undefined) return { token: (await read(tokenFile)).trim(), username };
  if (sshKeyFile !== undefined) {
    const knownHosts = knownHostsFile === undefined ? undefined : await read(knownHostsFile);
    return { privateKey: await read(sshKeyFile), knownHosts };
  }
  if (username === undefined && knownHostsFile === undefined) return undefined;
  throw new UsageError("--username needs --token-file, and --known-hosts-file needs --ssh-key-file.");
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new UsageError(`${path} can't be read.`);
  }
}
