import type { Repository, Role } from "../state.ts";

/** What a person may do in a repository. Its owner may do all, and everybody may read what is public. */
export function roleOf(repository: Repository, login: string): Role {
  if (repository.owner.login === login) return "admin";
  return repository.roles.get(login) ?? (repository.isPrivate ? "none" : "read");
}
