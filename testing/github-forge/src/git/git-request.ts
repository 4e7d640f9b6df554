import type { IncomingMessage } from "node:http";

export type GitService = "git-upload-pack" | "git-receive-pack";

/** A request of git's smart http protocol. */
export type GitRequest = {
  owner: string;
  repo: string;
  service: GitService;
  /** Path inside the repository: `info/refs`, or the service's name. */
  rest: string;
  query: string;
};

const PATH = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

/** Reads the address of a request; null where it is not git that asks. */
export function parseGitRequest(message: IncomingMessage): GitRequest | null {
  const { pathname, searchParams, search } = new URL(message.url ?? "/", "http://forge");
  const [, owner, repo, rest] = pathname.match(PATH) ?? [];
  if (!owner || !repo || !rest) return null;
  const service = rest === "info/refs" ? searchParams.get("service") : rest;
  if (service !== "git-upload-pack" && service !== "git-receive-pack") return null;
  return { owner, repo, service, rest, query: search.slice(1) };
}
