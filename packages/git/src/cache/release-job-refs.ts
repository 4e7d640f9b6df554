import { GitError } from "../error.ts";
import { jobRef } from "./fetch-job.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/** Where the cache begins when it asks for what is new: the last commit a job began with. No job needs it. */
const KEPT = "refs/kept/base";

/**
 * Lets go of a job's refs. One commit stays known, so that the next fetch brings only what is new since.
 *
 * A job that was aborted lets go, too, and one that found the cache broken ends all the same: clean-up drops what is left.
 */
export async function releaseJobRefs(cache: RepositoryCache, jobId: string): Promise<void> {
  const signal = undefined;
  try {
    const format = "--format=%(refname) %(objectname)";
    const { stdout } = await cache.git({ args: ["for-each-ref", format, `refs/jobs/${jobId}/`], signal });
    const refs = new Map(
      stdout
        .toString("utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => toPair(line)),
    );
    if (refs.size === 0) return;
    const kept = refs.get(jobRef(jobId, "base")) ?? refs.get(jobRef(jobId, "start"));
    const lines = [...(kept ? [`update ${KEPT} ${kept}`] : []), ...[...refs.keys()].map((ref) => `delete ${ref}`)];
    await cache.git({ args: ["update-ref", "--stdin"], stdin: `${lines.join("\n")}\n`, signal });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
}

function toPair(line: string): [ref: string, sha: string] {
  const [ref = "", sha = ""] = line.split(" ");
  return [ref, sha];
}
