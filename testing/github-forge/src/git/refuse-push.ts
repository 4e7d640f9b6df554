import type { Repository } from "../state.ts";
import type { PushStart, RefCommand } from "./read-commands.ts";
import { rulesFor } from "./rules-for.ts";

/** Why GitHub takes none of a push: what it prints, and the word that git shows beside the branch. */
export type PushRefusal = { said: string[]; reason: string };

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
