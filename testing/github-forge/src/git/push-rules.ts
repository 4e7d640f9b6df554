import type { Readable } from "node:stream";
import { GitHubError } from "../github-error.ts";
import type { BranchRules, Repository } from "../state.ts";
import { resolveCommit, runGit } from "./run-git.ts";

export type RefCommand = { ref: string; oldSha: string; newSha: string };

/** The start of a push: which branches it moves, what the client understands, and the bytes read so far. */
type PushStart = { commands: RefCommand[]; capabilities: Set<string>; bytes: Buffer };

/**
 * Reads the commands at the start of a push, which end with a flush packet; what follows stays in the stream.
 *
 * @throws Error when the stream ends before they do
 */
export async function readCommands(body: Readable): Promise<PushStart> {
  let bytes = Buffer.alloc(0);
  const lines: string[] = [];
  let at = 0;
  for (;;) {
    const length = bytes.length - at < 4 ? null : Number.parseInt(bytes.toString("latin1", at, at + 4), 16);
    if (length === 0) break;
    if (length === null || bytes.length - at < length) {
      const more = await readSome(body);
      if (!more) throw new Error("The push ended before its commands did.");
      bytes = Buffer.concat([bytes, more]);
    } else {
      lines.push(bytes.toString("utf8", at + 4, at + length));
      at += length;
    }
  }
  // A push from a shallow clone says first where that ends: the capabilities stand behind the first command.
  const first = lines.find((line) => line.includes("\0"));
  const capabilities = new Set((first?.split("\0")[1] ?? "").trim().split(" "));
  const commands = lines.flatMap((line) => {
    const [, oldSha, newSha, ref] = line.match(/^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([^\0\n]+)/) ?? [];
    return oldSha && newSha && ref ? [{ oldSha, newSha, ref }] : [];
  });
  return { commands, capabilities, bytes };
}

async function readSome(body: Readable): Promise<Buffer | null> {
  for (;;) {
    const chunk = body.read() as Buffer | null;
    if (chunk) return chunk;
    if (body.readableEnded || body.destroyed) return null;
    await new Promise<void>((resolve) => {
      const done = () => {
        body.off("readable", done).off("end", done).off("close", done);
        resolve();
      };
      body.on("readable", done).on("end", done).on("close", done);
    });
  }
}

/** Why GitHub takes none of a push: what it prints, and the word that git shows beside the branch. */
type PushRefusal = { said: string[]; reason: string };

/** Says why a push is refused by the rules of a branch, or null. @param isVerified whether GitHub itself signed a commit */
export function findPushRefusal(
  repository: Repository,
  commands: readonly RefCommand[],
  isVerified: (sha: string) => boolean,
): PushRefusal | null {
  for (const { ref, newSha } of commands) {
    const branch = ref.replace(/^refs\/heads\//, "");
    const { isProtected, needsVerifiedCommits } = rulesFor(repository, branch);
    const isDeletion = /^0+$/.test(newSha);
    if (isProtected) return toRefusal(ref, "Changes must be made through a pull request.");
    if (needsVerifiedCommits && !isDeletion && !isVerified(newSha)) {
      return toRefusal(ref, "Commits must have verified signatures.");
    }
  }
  return null;
}

function toRefusal(ref: string, why: string): PushRefusal {
  return {
    said: [`error: GH006: Protected branch update failed for ${ref}.`, `error: ${why}`],
    reason: "protected branch hook declined",
  };
}

/** The refusal as the other end of a push reads it: progress on band 2, the report on band 1. */
export function writePushRefusal({ commands, capabilities }: PushStart, refusal: PushRefusal): Buffer {
  const report = Buffer.concat([
    packet("unpack ok\n"),
    ...commands.map(({ ref }) => packet(`ng ${ref} ${refusal.reason}\n`)),
    FLUSH,
  ]);
  const said = refusal.said.map((line) => `${line}\n`).join("");
  if (!capabilities.has("side-band-64k")) return report;
  return Buffer.concat([band(2, Buffer.from(said)), band(1, report), FLUSH]);
}

const FLUSH = Buffer.from("0000");

function packet(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
}

const band = (number: number, content: Buffer) => packet(Buffer.concat([Buffer.from([number]), content]));

/** The rules of a branch, and of all branches. */
export function rulesFor(repository: Repository, branch: string): BranchRules {
  return { ...repository.rules.get("*"), ...repository.rules.get(branch) };
}

/** Refuses a change of a ref by the API that GitHub refuses. @throws GitHubError 422 */
export async function checkRefChange(
  repository: Repository,
  { ref, oldSha, newSha, isForced = false }: { ref: string; oldSha: string; newSha: string; isForced?: boolean },
): Promise<void> {
  const refusal = findPushRefusal(repository, [{ ref, oldSha, newSha }], (sha) => repository.verifiedCommits.has(sha));
  if (refusal)
    throw new GitHubError(422, `Repository rule violations found\n\n${refusal.said.at(-1)?.slice("error: ".length)}`);
  if (/^0+$/.test(newSha)) return;
  if (!(await resolveCommit(repository.path, newSha))) throw new GitHubError(422, "Object does not exist");
  if (isForced || /^0+$/.test(oldSha)) return;
  const args = ["merge-base", "--is-ancestor", oldSha, newSha];
  const isForward = await runGit({ path: repository.path, args }).then(
    () => true,
    () => false,
  );
  if (!isForward) throw new GitHubError(422, "Update is not a fast forward");
}
