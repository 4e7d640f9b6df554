import { runGit } from "./run-git.ts";

export type CommitPerson = { name: string; email: string; date: string };

export type CommitData = {
  tree: string;
  parents: string[];
  author: CommitPerson;
  committer: CommitPerson;
  message: string;
};

const FORMAT = ["%T", "%P", "%an", "%ae", "%at", "%cn", "%ce", "%ct", "%B"].join("%x01");

/** Reads a commit. @throws GitFailed when there is none of that name */
export async function readCommit(path: string, sha: string): Promise<CommitData> {
  const args = [
    "show",
    "--no-patch",
    "--no-show-signature",
    `--format=${FORMAT}`,
    "--end-of-options",
    `${sha}^{commit}`,
  ];
  const [tree = "", parents = "", an = "", ae = "", at = "", cn = "", ce = "", ct = "", ...message] = (
    await runGit({ path, args })
  ).split("\x01");
  return {
    tree,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    author: { name: an, email: ae, date: toDate(at) },
    committer: { name: cn, email: ce, date: toDate(ct) },
    message: message.join("\x01").trimEnd(),
  };
}

const toDate = (seconds: string) => `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`;
