import type { LookupAddress } from "node:dns";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AddressRefusedError, createNetworkPolicy, findAllowedAddresses } from "@docsteward/platform/guarded-http";
import { isAlive } from "@docsteward/platform/is-alive";
import { GitError, type GitErrorCode } from "../error.ts";
import type { RepositoryAccess } from "../host.ts";
import { parsePlainAddress } from "./address.ts";

/** What a Git server lets git in with. */
export type PlainCredential =
  | { kind: "token"; username: string; token: string }
  /** `knownHosts` holds the server's host keys as lines of a known_hosts file; null pins the key that the server shows first. */
  | { kind: "ssh"; privateKey: string; knownHosts: string | null };

type PlainAccess = {
  /** In the stored form. */
  repository: string;
  /** Null for a repository that everyone may read. */
  credential: PlainCredential | null;
  /** The operator's own networks, which may be reached besides the internet: addresses and ranges. */
  allowedNetworks: readonly string[];
  /** Takes the host keys of a server that was met for the first time, as lines of a known_hosts file. */
  onHostKeys?: (lines: string) => void;
  /** By default the system's resolver. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
};

/** A resolver that never answers must not hold up a worker. */
const RESOLVE_MS = 10_000;

/**
 * How git reaches a repository at any Git server, over https with a token or over SSH with a key.
 *
 * The server's name is resolved here, checked, and git connects to the addresses that were checked: a name that changes its mind is of
 * no use. Secrets travel in git's environment, and a key in a file that only this user can read for as long as the call takes.
 *
 * @throws GitError `access_denied` for a server in a network that is not allowed, `unavailable` when its name cannot be resolved
 */
export async function plainAccess(input: PlainAccess): Promise<RepositoryAccess> {
  const { repository, credential } = input;
  const { protocol } = parsePlainAddress(repository);
  if (protocol === "ssh" && credential?.kind !== "ssh") {
    throw new GitError(
      "access_denied",
      "A repository over SSH needs a private key. Add one, or use the https URL and a token.",
    );
  }
  if (protocol !== "ssh" && credential?.kind === "ssh") {
    throw new GitError(
      "access_denied",
      "A private key works with SSH URLs only. Use the repository's ssh:// URL, or add a token.",
    );
  }
  const addresses = await resolveAllowed(input);
  const common = { url: repository, sentences: SENTENCES };
  if (credential?.kind === "ssh") return { ...common, env: {}, prepare: () => openSsh(input, credential, addresses) };
  return { ...common, env: toHttpEnv(repository, credential, addresses) };
}

/** A server that is no GitHub has no App. */
const SENTENCES: Partial<Record<GitErrorCode, string>> = {
  permission_missing:
    "The repository's token or key may read but not write. Give it write access, or replace it in the project's settings.",
  sso_required: "The repository's organization requires single sign-on. Authorize the token there, then try again.",
  access_denied: "The Git server refused the token or key. Replace it in the project's settings.",
};

async function resolveAllowed({ repository, allowedNetworks, resolve }: PlainAccess): Promise<LookupAddress[]> {
  const { protocol, hostname } = parsePlainAddress(repository);
  const url = new URL(repository);
  const policy = createNetworkPolicy(allowedNetworks);
  // SSH is encrypted as https is: the same addresses are open to it.
  const asWeb = new URL(protocol === "ssh" ? "https://host.invalid/" : url);
  const isAllowed = (address: string) => policy(address, asWeb);
  try {
    return await findAllowedAddresses(url, { isAllowed, resolve }, AbortSignal.timeout(RESOLVE_MS));
  } catch (cause) {
    if (cause instanceof AddressRefusedError) {
      throw new GitError(
        "access_denied",
        `${hostname} is on this machine or in a private network, or needs https. To allow a network, add it to GIT_ALLOWED_NETWORKS.`,
        { cause },
      );
    }
    throw new GitError(
      "unavailable",
      `The name ${hostname} can't be resolved. Check the repository's URL and this server's DNS.`,
      { cause },
    );
  }
}

/** In the environment of the one process: neither on disk, nor in the list of processes. */
function toHttpEnv(
  repository: string,
  credential: Extract<PlainCredential, { kind: "token" }> | null,
  addresses: readonly LookupAddress[],
): Record<string, string> {
  const { hostname, port } = parsePlainAddress(repository);
  const isName = !addresses.some(({ address }) => address === hostname);
  const pinned = `${hostname}:${port}:${addresses.map(toCurlAddress).join(",")}`;
  const settings: [string, string][] = isName ? [["http.curloptResolve", pinned]] : [];
  if (credential) {
    const basic = Buffer.from(`${credential.username}:${credential.token}`).toString("base64");
    settings.push([`http.${new URL(repository).origin}/.extraHeader`, `Authorization: Basic ${basic}`]);
  }
  return Object.fromEntries([
    ["GIT_CONFIG_COUNT", String(settings.length)],
    ...settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]);
}

const toCurlAddress = ({ address, family }: LookupAddress) => (family === 6 ? `[${address}]` : address);

const PREFIX = "docsteward-ssh-";

/** Writes the key and the known hosts where only this user can read them, for one call of git. */
async function openSsh(
  { repository, onHostKeys }: PlainAccess,
  { privateKey, knownHosts }: Extract<PlainCredential, { kind: "ssh" }>,
  addresses: readonly LookupAddress[],
): Promise<{ env: Record<string, string>; release(): Promise<void> }> {
  await removeAbandoned();
  // Made with mode 700.
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const files = { key: join(folder, "key"), knownHosts: join(folder, "known_hosts") };
  const release = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(files.key, `${privateKey.trim()}\n`, { mode: 0o600, flag: "wx" });
    await writeFile(files.knownHosts, knownHosts === null ? "" : `${knownHosts.trim()}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    await release();
    throw error;
  }
  return {
    env: {
      GIT_SSH_COMMAND: toSshCommand(repository, addresses, { ...files, isKnown: knownHosts !== null }),
      GIT_SSH_VARIANT: "ssh",
    },
    async release() {
      const found = knownHosts === null ? await readFile(files.knownHosts, "utf8").catch(() => "") : "";
      await release();
      if (found.trim() !== "") onHostKeys?.(found.trim());
    },
  };
}

/**
 * The command that git starts for SSH. It reads no configuration, asks nothing, offers this key alone, and trusts the host keys that it
 * is given; without any it takes the first one.
 */
export function toSshCommand(
  repository: string,
  addresses: readonly LookupAddress[],
  files: { key: string; knownHosts: string; isKnown: boolean },
): string {
  const { hostname, port } = parsePlainAddress(repository);
  const options = [
    `IdentityFile="${escapePercent(files.key)}"`,
    `UserKnownHostsFile="${escapePercent(files.knownHosts)}"`,
    `StrictHostKeyChecking=${files.isKnown ? "yes" : "accept-new"}`,
    // The address that was checked, under the name whose keys are known.
    `HostName=${addresses[0]?.address ?? hostname}`,
    `HostKeyAlias=${port === 22 ? hostname : `[${hostname}]:${port}`}`,
    "GlobalKnownHostsFile=/dev/null",
    "HashKnownHosts=no",
    "UpdateHostKeys=no",
    "CheckHostIP=no",
    "IdentitiesOnly=yes",
    "IdentityAgent=none",
    "BatchMode=yes",
    "PreferredAuthentications=publickey",
    "ForwardAgent=no",
    "ClearAllForwardings=yes",
    "PermitLocalCommand=no",
    "ProxyCommand=none",
    "ControlMaster=no",
    "ControlPath=none",
    "ConnectTimeout=15",
    "ServerAliveInterval=15",
    "ServerAliveCountMax=2",
    "LogLevel=ERROR",
  ];
  return ["ssh", "-F", "/dev/null", ...options.flatMap((option) => ["-o", option])].map(quote).join(" ");
}

const escapePercent = (path: string) => path.replaceAll("%", "%%");
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

let abandoned: Promise<void> | undefined;

/** A process that was killed leaves its keys. This one has none before its first look. */
function removeAbandoned(): Promise<void> {
  abandoned ??= lookForAbandoned();
  return abandoned;
}

async function lookForAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const pid = Number(name.match(/^docsteward-ssh-(\d{1,10})-/)?.[1] ?? Number.NaN);
    // Another user's folder cannot be removed, and is theirs.
    // After a restart in a container the earlier process had the same id.
    if (!Number.isNaN(pid) && (pid === process.pid || !isAlive(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
