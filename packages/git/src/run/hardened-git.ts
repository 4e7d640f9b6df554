import { devNull } from "node:os";

/** Default author of commits and merges: an address that can never receive mail. */
export const DOCSTEWARD_IDENTITY = { name: "Docsteward", email: "docsteward@users.noreply.localhost" };

/**
 * Settings every git call carries in its arguments. They win over what a repository's own configuration says, so nothing in a
 * repository can run a program, reach the network or write outside the object store.
 */
export const HARDENED_CONFIG: readonly string[] = [
  `core.hooksPath=${devNull}`,
  `core.attributesFile=${devNull}`,
  "core.fsmonitor=false",
  "core.symlinks=false",
  "core.protectHFS=true",
  "core.protectNTFS=true",
  "core.quotePath=false",
  "core.filesRefLockTimeout=5000",
  "core.packedRefsTimeout=5000",
  // Caches can be rebuilt at any time, and results are pushed: no need to wait for the disk.
  "core.fsync=none",
  "protocol.version=2",
  "transfer.fsckObjects=true",
  // Old histories are full of these, and they are harmless.
  "fetch.fsck.zeroPaddedFilemode=ignore",
  "fetch.fsck.badTimezone=ignore",
  "fetch.fsck.missingSpaceBeforeDate=ignore",
  "fetch.fsck.missingSpaceBeforeEmail=ignore",
  "gc.auto=0",
  "maintenance.auto=false",
  "submodule.recurse=false",
  "safe.bareRepository=explicit",
  "credential.helper=",
  "http.followRedirects=false",
  "http.lowSpeedLimit=1000",
  "http.lowSpeedTime=30",
  "merge.conflictStyle=merge",
  // No page is larger. What is goes through git as bytes, never whole through its memory and never line by line.
  "core.bigFileThreshold=1m",
  "log.showSignature=false",
];

/** Options before the subcommand: no pager, the hardened settings, and the caller's own after them. */
export function hardenedArguments(gitDir: string | undefined, config: readonly string[]): string[] {
  return [
    ...(gitDir === undefined ? [] : [`--git-dir=${gitDir}`]),
    "--no-pager",
    ...[...HARDENED_CONFIG, ...config].flatMap((setting) => ["-c", setting]),
  ];
}

/**
 * The whole environment of a git call: nothing of this process but its PATH.
 *
 * @param protocols what git may speak, e.g. `https`; empty forbids all transport, also git's own fetching of missing objects
 */
export function hardenedEnvironment(protocols: string, extra: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: "/nonexistent",
    XDG_CONFIG_HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_NO_LAZY_FETCH: protocols === "" ? "1" : "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    // A pack of 300 bytes can hold an object of gigabytes, as deltas of deltas. No page and no tree of a site needs so much in one allocation.
    GIT_ALLOC_LIMIT: "256m",
    GIT_CEILING_DIRECTORIES: "/",
    LC_ALL: "C",
    TZ: "UTC",
    GIT_AUTHOR_NAME: DOCSTEWARD_IDENTITY.name,
    GIT_AUTHOR_EMAIL: DOCSTEWARD_IDENTITY.email,
    GIT_COMMITTER_NAME: DOCSTEWARD_IDENTITY.name,
    GIT_COMMITTER_EMAIL: DOCSTEWARD_IDENTITY.email,
    ...extra,
  };
}
