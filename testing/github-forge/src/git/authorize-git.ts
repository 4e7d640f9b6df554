import { findCaller } from "../auth/authenticate.ts";
import { findRepository, roleOf, tokenAllows } from "../auth/permissions.ts";
import { GitHubError } from "../github-error.ts";
import type { Caller, Repository, State } from "../state.ts";
import type { GitRequest } from "./run-backend.ts";

/** A refusal as git shows it to people: a status and a text. */
export type GitRefusal = { status: number; text: string };

/**
 * Decides whether the caller may fetch from a repository or push to it.
 *
 * A repository that a token does not reach is not found: like GitHub, the forge does not reveal private repositories.
 */
export function authorizeGit(
  state: State,
  request: GitRequest,
  authorization: string | undefined,
): GitRefusal | { caller: Caller; repository: Repository } {
  const isPush = request.service === "git-receive-pack";
  const caller = readCaller(state, authorization);
  if (!caller) return badCredentials;
  const found = findRepository(state, request.owner, request.repo);
  const repository = found?.repository;
  if (caller.kind === "anonymous" && (isPush || !repository || repository.isPrivate)) return needsName;
  if (!repository || !maySee(caller, repository)) return { status: 404, text: "Repository not found." };
  if (caller.kind === "installation" && caller.installation.suspendedAt) {
    return { status: 403, text: "This installation has been suspended" };
  }
  if (repository.hasSamlWall && caller.kind !== "anonymous") return { status: 403, text: samlText(repository) };
  if (!isPush) return { caller, repository };
  if (repository.isArchived) return { status: 403, text: "This repository was archived so it is read-only." };
  if (!mayWrite(caller, repository)) {
    const text = `Permission to ${repository.owner.login}/${repository.name}.git denied to ${nameOf(caller)}.`;
    return { status: 403, text };
  }
  return { caller, repository };
}

const needsName: GitRefusal = { status: 401, text: "No anonymous write access." };

const badCredentials: GitRefusal = {
  status: 401,
  text: "Invalid username or token. Password authentication is not supported for Git operations.",
};

function readCaller(state: State, authorization: string | undefined): Caller | null {
  try {
    const caller = findCaller(state, authorization);
    return caller.kind === "app" ? null : caller;
  } catch (error) {
    if (error instanceof GitHubError) return null;
    throw error;
  }
}

function maySee(caller: Caller, repository: Repository): boolean {
  if (!repository.isPrivate && caller.kind !== "installation") return true;
  if (caller.kind === "person") return roleOf(repository, caller.account.login) !== "none";
  return caller.kind === "installation" && tokenAllows(caller, repository, "contents", "read");
}

function mayWrite(caller: Caller, repository: Repository): boolean {
  if (caller.kind === "person") return ["write", "admin"].includes(roleOf(repository, caller.account.login));
  return caller.kind === "installation" && tokenAllows(caller, repository, "contents", "write");
}

function nameOf(caller: Caller): string {
  if (caller.kind === "person") return caller.account.login;
  return caller.kind === "installation" ? caller.app.bot.login : "anonymous";
}

function samlText({ owner }: Repository): string {
  return `The '${owner.login}' organization has enabled or enforced SAML SSO. To access this repository, you must re-authorize the OAuth Application 'Docsteward'.`;
}
