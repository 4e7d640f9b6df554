import { findAccount } from "./accounts.ts";
import { branchHead, printGit, runGit } from "./git/run-git.ts";
import { findPull } from "./pull/pull-files.ts";
import { addComment, addLabels, changePull, mergePull, openIssue, openPull } from "./pull/pulls.ts";
import { commitFiles, type Files } from "./repository/record-push.ts";
import {
  archiveRepository,
  deleteRepository,
  renameRepository,
  transferRepository,
} from "./repository/repositories.ts";
import type { BranchRules, CheckRun, Issue, Pull, Repository, Role, State } from "./state.ts";

/** A repository of the forge, and what people do with it. By default the owner acts. */
export type ForgeRepository = {
  id: number;
  owner: string;
  /** Its name now. */
  name(): string;
  /** Address for people, `http://127.0.0.1:<port>/owner/name`; git takes it with `.git` at the end. */
  url(): string;
  /** Folder of the bare git repository. */
  path: string;
  defaultBranch: string;
  git(...args: string[]): Promise<string>;
  commit(files: Files, options?: { branch?: string; by?: string; message?: string }): Promise<string>;
  /** The commit that a branch points at. */
  head(branch?: string): Promise<string>;
  /** A file's text on a branch, or null. */
  read(path: string, branch?: string): Promise<string | null>;
  pulls(): readonly Pull[];
  /** Opens a pull request of a branch; of a fork's, when one is named. @returns its number */
  openPull(input: { branch: string; title: string; by?: string; fork?: string; base?: string }): Promise<number>;
  issues(): readonly Issue[];
  /** @returns its number */
  openIssue(input: { title: string; body?: string; by?: string }): number;
  addLabels(number: number, labels: readonly string[], by?: string): Promise<void>;
  checkRuns(): readonly CheckRun[];
  merge(number: number, by?: string): Promise<string>;
  closePull(number: number, by?: string): Promise<void>;
  reopenPull(number: number, by?: string): Promise<void>;
  /** Under an issue or a pull request. */
  comment(number: number, body: string, by?: string): void;
  setRole(login: string, role: Role): void;
  /** Rules of a branch; `*` is all of them. */
  setRules(branch: string, rules: BranchRules): void;
  setSamlWall(isClosed: boolean): void;
  setAllowsDrafts(isAllowed: boolean): void;
  rename(name: string): void;
  /** Gives it to another account, where an installation for all repositories reaches it from then on. */
  transfer(account: string): void;
  archive(isArchived?: boolean): void;
  remove(): Promise<void>;
};

/** What tests may do at a repository beside the API: look at it, and act as a person does. */
export function createForgeRepository(state: State, repository: Repository): ForgeRepository {
  const { id, owner, path, defaultBranch } = repository;
  const person = (login = owner.login) => findAccount(state, login);
  const about = (number: number, by?: string) => {
    const pull = findPull(repository, number);
    if (!pull) throw new Error(`${repository.name} has no pull request ${number}.`);
    return { repository, pull, by: person(by) };
  };
  return {
    id,
    owner: owner.login,
    name: () => repository.name,
    url: () => `${state.url}/${repository.owner.login}/${repository.name}`,
    path,
    defaultBranch,
    git: (...args) => runGit({ path, args }),
    commit: (files, { by, ...options } = {}) => commitFiles(state, repository, { files, by: person(by), ...options }),
    head: async (branch = defaultBranch) => {
      const sha = await branchHead(path, branch);
      if (!sha) throw new Error(`${repository.name} has no branch ${branch}.`);
      return sha;
    },
    read: (file, branch = defaultBranch) =>
      printGit({ path, args: ["cat-file", "blob", `refs/heads/${branch}:${file}`] }).catch(() => null),
    pulls: () => [...repository.pulls.values()],
    async openPull({ branch, title, by, fork, base = defaultBranch }) {
      const input = { title, body: null, head: branch, base, isDraft: false, by: person(by) };
      const pull = await openPull(state, repository, { ...input, ...(fork !== undefined && { fork: person(fork) }) });
      // The branch of a fork is not in the repository, and its commits are.
      if (fork !== undefined) await runGit({ path, args: ["update-ref", "-d", `refs/heads/${branch}`] });
      return pull.number;
    },
    issues: () => [...repository.issues.values()],
    openIssue: ({ title, body = null, by }) => openIssue(state, repository, { title, body, by: person(by) }).number,
    addLabels: (number, labels, by) => addLabels(state, about(number, by), labels),
    checkRuns: () => repository.checkRuns,
    merge: (number, by) => mergePull(state, about(number, by)),
    closePull: (number, by) => changePull(state, about(number, by), { state: "closed" }),
    reopenPull: (number, by) => changePull(state, about(number, by), { state: "open" }),
    comment: (number, body, by) => {
      const issue = repository.issues.get(number) ?? about(number).pull;
      addComment(state, { repository, issue }, { body, by: person(by) });
    },
    setRole: (login, role) => void repository.roles.set(person(login).login, role),
    setRules: (branch, rules) => void repository.rules.set(branch, rules),
    setSamlWall: (isClosed) => {
      repository.hasSamlWall = isClosed;
    },
    setAllowsDrafts: (isAllowed) => {
      repository.allowsDrafts = isAllowed;
    },
    rename: (name) => renameRepository(state, repository, name),
    transfer: (account) => transferRepository(state, repository, findAccount(state, account)),
    archive: (isArchived = true) => archiveRepository(state, repository, isArchived),
    remove: () => deleteRepository(state, repository),
  };
}
