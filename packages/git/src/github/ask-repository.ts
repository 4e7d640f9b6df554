import type { Source } from "../host.ts";
import type { RepositoryName } from "./repository-name.ts";
import type { GitHubRequest } from "./send-request.ts";

/** Asks GitHub something about a repository; refusals that any request can meet have a name already. */
export type AskRepository = <T>(source: Source, ask: (name: RepositoryName) => GitHubRequest<T>) => Promise<T>;
