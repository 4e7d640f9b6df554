import type { RepositoryCache } from "@docsteward/git/cache/repository-cache";
import type { Workspace } from "@docsteward/git/workspace";
import type { Round } from "../journal.ts";
import type { AgentJobInput } from "../ports.ts";
import type { JournalState } from "../read-journal.ts";
import type { Finish } from "../tools/finish-input.ts";

/** A round that the model has finished, on its way to a pull request. */
export type Publication = {
  job: AgentJobInput;
  state: JournalState;
  finish: Finish;
  round: Round;
  cache: RepositoryCache;
  workspace: Workspace;
};
