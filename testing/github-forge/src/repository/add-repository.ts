import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { findAccount } from "../account/find-account.ts";
import { runGit } from "../git/run-git.ts";
import type { Account, Repository, State } from "../state.ts";

export type NewRepository = {
  owner: string;
  name: string;
  ownerType?: Account["type"];
  /** Files of a first commit; none makes an empty repository. */
  files?: Record<string, string | Uint8Array>;
  /** Folder of a git repository to start as a copy of, in place of `files`. */
  from?: string;
  branch?: string;
  isPrivate?: boolean;
};

/** What the git side needs to speak as GitHub does, as git writes it: a process of its own for each line would take longer. */
const CONFIG = `[http]
	receivepack = true
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = true
[receive]
	advertisePushOptions = true
[gc]
	auto = 0
[core]
	fsync = none
`;

/** Makes a repository with a real bare git repository behind it. */
export async function addRepository(state: State, input: NewRepository): Promise<Repository> {
  const { owner, name, branch = "main", ownerType = "Organization", isPrivate = true } = input;
  const id = state.nextId();
  const path = join(state.folder, `${id}.git`);
  if (input.from === undefined) {
    await mkdir(path, { recursive: true });
    await runGit({ path, args: ["init", "--quiet", "--bare", "--initial-branch", branch] });
  } else {
    await runGit({ path: input.from, args: ["clone", "--quiet", "--bare", input.from, path] });
    await runGit({ path, args: ["symbolic-ref", "HEAD", `refs/heads/${branch}`] });
  }
  await appendFile(join(path, "config"), CONFIG);
  const now = state.now();
  const repository: Repository = {
    id,
    owner: findAccount(state, owner, ownerType),
    name,
    formerNames: [],
    path,
    defaultBranch: branch,
    isPrivate,
    isArchived: false,
    hasSamlWall: false,
    allowsDrafts: true,
    roles: new Map(),
    rules: new Map(),
    verifiedCommits: new Set(),
    pulls: new Map(),
    nextNumber: 1,
    createdAt: now,
    pushedAt: now,
  };
  state.repositories.set(id, repository);
  return repository;
}
