import type { BranchRules, Repository } from "../state.ts";

/** The rules of a branch, and of all branches. */
export function rulesFor(repository: Repository, branch: string): BranchRules {
  return { ...repository.rules.get("*"), ...repository.rules.get(branch) };
}
