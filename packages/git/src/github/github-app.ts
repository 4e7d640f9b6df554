import type { RepositoryName } from "./repository-name.ts";
import type { CallOptions, GitHubRequest } from "./send-request.ts";

/**
 * What a token is good for: `write` is what a job needs in its own repository, `read` what it needs in a source, `report` what
 * comments on pull requests of a source need, `checks` what checks on them need, and `issue` what comments on issues need.
 */
export type TokenUse = "write" | "read" | "report" | "checks" | "issue";

/** The GitHub App at work: it asks as itself, or as its installation about one repository. Tokens stay in memory. */
export type GitHubApp = {
  readonly config: GitHubAppConfig;
  readonly webUrl: string;
  readonly now: () => Date;
  asApp<T>(request: GitHubRequest<T>, options?: CallOptions): Promise<T>;
  /** With a token that is good for this repository alone, and for no more than its use: by default its contents and pull requests. */
  inRepository<T>(
    repository: RepositoryName,
    request: GitHubRequest<T>,
    options?: CallOptions & { use?: TokenUse },
  ): Promise<T>;
  /** Sends the request with another caller's token. */
  withToken<T>(token: string, request: GitHubRequest<T>, options?: CallOptions): Promise<T>;
  /** The token itself, for git. */
  token(repository: RepositoryName): Promise<string>;
  /** A token for git that reads this repository's contents, and nothing else. */
  readToken(repository: RepositoryName): Promise<string>;
  /** Forgets a token that git was refused with. */
  dropToken(repository: RepositoryName, token: string): void;
};

/** A GitHub App, as its owner configured it. */
export type GitHubAppConfig = {
  /** GitHub's own number of it. */
  appId: string;
  /** PEM, as `parseRsaPrivateKey` gives it. */
  privateKey: string;
  /** What its events are signed with; null when none are believed. */
  webhookSecret: string | null;
  /** Without a slash at the end: `https://api.github.com`, or `https://github.example.com/api/v3`. */
  apiUrl: string;
};
