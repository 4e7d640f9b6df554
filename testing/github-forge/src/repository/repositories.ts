import { appendFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { findAccount } from "../accounts.ts";
import { runGit } from "../git/run-git.ts";
import { presentAccount } from "../present/account.ts";
import type { Account, Repository, State } from "../state.ts";
import { emit } from "../webhook.ts";

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
    await runGit({ path, args: ["init", "--quiet", "--bare", "--template=", "--initial-branch", branch] });
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
    issues: new Map(),
    checkRuns: [],
    nextNumber: 1,
    createdAt: now,
    pushedAt: now,
  };
  state.repositories.set(id, repository);
  return repository;
}

/** Gives a repository another name; who asks for the old one is sent on. */
export function renameRepository(state: State, repository: Repository, name: string): void {
  const from = repository.name;
  repository.formerNames.push(from);
  repository.name = name;
  emit(state, repository, {
    event: "repository",
    action: "renamed",
    sender: repository.owner,
    payload: { changes: { repository: { name: { from } } } },
  });
}

/** Gives a repository to another account: installations of the one that had it reach it no more. */
export function transferRepository(state: State, repository: Repository, account: Account): void {
  const from = repository.owner;
  for (const { repositoryIds } of state.installations.values()) repositoryIds?.delete(repository.id);
  repository.owner = account;
  const payload = { changes: { owner: { from: { user: presentAccount(state, from) } } } };
  emit(state, repository, { event: "repository", action: "transferred", sender: account, payload });
}

/** Archives a repository, which makes it read-only, or restores it. */
export function archiveRepository(state: State, repository: Repository, isArchived: boolean): void {
  repository.isArchived = isArchived;
  const action = isArchived ? "archived" : "unarchived";
  emit(state, repository, { event: "repository", action, sender: repository.owner, payload: {} });
}

/** Deletes a repository with all that is in it. */
export async function deleteRepository(state: State, repository: Repository): Promise<void> {
  emit(state, repository, { event: "repository", action: "deleted", sender: repository.owner, payload: {} });
  state.repositories.delete(repository.id);
  await rm(repository.path, { recursive: true, force: true });
}
