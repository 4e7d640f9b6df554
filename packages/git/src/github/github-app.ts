import type { GitHubAppConfig } from "./app-config.ts";
import type { RepositoryName } from "./repository-name.ts";
import type { CallOptions, GitHubRequest } from "./send-request.ts";

/** The GitHub App at work: it asks as itself, or as its installation about one repository. Tokens stay in memory. */
export type GitHubApp = {
  readonly config: GitHubAppConfig;
  readonly webUrl: string;
  readonly now: () => Date;
  asApp<T>(request: GitHubRequest<T>, options?: CallOptions): Promise<T>;
  /** With a token that is good for this repository alone: its contents and pull requests, and nothing more. */
  inRepository<T>(repository: RepositoryName, request: GitHubRequest<T>, options?: CallOptions): Promise<T>;
  /** With a token that somebody else got. */
  withToken<T>(token: string, request: GitHubRequest<T>, options?: CallOptions): Promise<T>;
  /** The token itself, for git. */
  token(repository: RepositoryName): Promise<string>;
  /** Forgets a token that git was refused with. */
  dropToken(repository: RepositoryName, token: string): void;
};
