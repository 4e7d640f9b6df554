import type { IncomingMessage, ServerResponse } from "node:http";
import { type Readable, Writable } from "node:stream";
import { createGunzip } from "node:zlib";
import { findCaller } from "../auth/authenticate.ts";
import { findRepository, roleOf, tokenAllows } from "../auth/permissions.ts";
import { delayFault, takeFault, toFaultAnswer } from "../faults.ts";
import { GitHubError } from "../github-error.ts";
import { recordPush } from "../repository/record-push.ts";
import type { Account, Caller, Repository, State } from "../state.ts";
import { findPushRefusal, readCommands, writePushRefusal } from "./push-rules.ts";
import { type BackendOutput, type GitRequest, runBackend } from "./run-backend.ts";

type Asked = { state: State; request: GitRequest; message: IncomingMessage; response: ServerResponse };

/** Answers git: the same checks as GitHub's, then `git http-backend`, and what follows from a push. */
export async function serveGit(asked: Asked): Promise<void> {
  const { state, request, message, response } = asked;
  const { service, owner, repo } = request;
  const fault = takeFault(state, `git ${service.slice("git-".length)}`, `${owner}/${repo}`);
  const faultAnswer = fault && toFaultAnswer(fault, state.now());
  if (faultAnswer) return refuse(response, faultAnswer.status, "The forge is set to fail.", faultAnswer.headers);
  if (fault) await delayFault(fault);
  if (fault?.kind === "cut") return cut(response);

  const found = authorizeGit(state, request, message.headers.authorization);
  if ("status" in found) return refuse(response, found.status, found.text);
  const { caller, repository } = found;
  const output = fault?.kind === "cut_after" ? unheard() : response;
  const who = { repository, by: accountOf(caller), output };
  if (request.rest === "git-receive-pack") await takePush(asked, who);
  else await runBackend({ path: repository.path, request, message, body: message, output, user: who.by?.login ?? "" });
  if (output !== response) cut(response);
}

type Who = { repository: Repository; by: Account | null; output: BackendOutput };

async function takePush({ state, request, message }: Asked, { repository, by, output }: Who): Promise<void> {
  const body = bodyOf(message);
  const start = await readCommands(body);
  const refusal = findPushRefusal(repository, start.commands, (sha) => repository.verifiedCommits.has(sha));
  if (refusal) {
    // Git sends all of it before it reads the answer.
    for await (const _rest of body);
    output.writeHead(200, { "content-type": "application/x-git-receive-pack-result", "cache-control": "no-cache" });
    return void output.end(writePushRefusal(start, refusal));
  }
  await runBackend({
    path: repository.path,
    request,
    message,
    body,
    start: start.bytes,
    output,
    user: by?.login ?? "",
    // A client may call the API right after its push, and must find the pull requests updated.
    beforeEnd: async () => {
      if (by) await recordPush(state, repository, { commands: start.commands, by });
    },
  });
}

/** The body as git wrote it. What is unpacked here has lost its length, too. */
function bodyOf(message: IncomingMessage): Readable {
  if (message.headers["content-encoding"] !== "gzip") return message;
  delete message.headers["content-encoding"];
  delete message.headers["content-length"];
  return message.pipe(createGunzip());
}

function accountOf(caller: Caller): Account | null {
  if (caller.kind === "person") return caller.account;
  return caller.kind === "installation" ? caller.app.bot : null;
}

/**
 * Ends the connection in the middle of an answer: git would ask again by itself where none had begun. What it gets is half of
 * a line's length, which begins every answer and is none: `0000` would be a whole one, a list without a branch.
 */
function cut(response: ServerResponse): void {
  response.writeHead(200, { "content-length": "1000" });
  response.write("00", () => response.destroy());
}

/** Everything happens, and the client never hears of it. */
function unheard(): BackendOutput {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  return Object.assign(output, { writeHead: () => undefined });
}

function refuse(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  const challenge = status === 401 ? { "www-authenticate": 'Basic realm="GitHub"' } : {};
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...challenge, ...headers });
  response.end(`${text}\n`);
}

/** A refusal as git shows it to people: a status and a text. */
export type GitRefusal = { status: number; text: string };

/**
 * Decides whether the caller may fetch from a repository or push to it.
 *
 * A repository that a token does not reach is not found: like GitHub, the forge does not reveal private repositories.
 */
function authorizeGit(
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
