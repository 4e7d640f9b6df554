/** Which Git host serves a repository: one on this machine has a file address, and GitHub is the only other. */
export function hostKindOf(repository: string): "local" | "github" {
  return repository.startsWith("file:") ? "local" : "github";
}
