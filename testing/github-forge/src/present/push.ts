import { runGit } from "../git/run-git.ts";
import type { Repository, State } from "../state.ts";

const MAX_COMMITS = 20;

/** The commits of a push as its event names them, oldest first. */
export async function presentCommits(
  state: State,
  repository: Repository,
  { oldSha, newSha }: { oldSha: string | null; newSha: string },
) {
  const { path, owner, name } = repository;
  const range = oldSha ? [newSha, `^${oldSha}`] : [newSha];
  const count = oldSha ? MAX_COMMITS : 1;
  const args = [
    "log",
    "-z",
    "--no-show-signature",
    `--max-count=${count}`,
    "--format=%H%x01%T%x01%an%x01%ae%x01%aI%x01%B",
    ...range,
  ];
  const printed = await runGit({ path, args });
  const commits = printed.split("\0").filter((entry) => entry !== "");
  return commits.reverse().map((entry) => {
    const [id = "", tree = "", author = "", email = "", timestamp = "", ...message] = entry.split("\x01");
    return {
      id,
      tree_id: tree,
      distinct: true,
      message: message.join("\x01").trim(),
      timestamp,
      url: `${state.url}/${owner.login}/${name}/commit/${id}`,
      author: { name: author, email },
      committer: { name: author, email },
      added: [],
      removed: [],
      modified: [],
    };
  });
}
