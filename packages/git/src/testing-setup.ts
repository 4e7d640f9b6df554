import { setGitStarter } from "./run/git-process.ts";
import { type GitStarter, openGitStarter } from "./run/open-git-starter.ts";

/** What one file of tests leaves to the next in its process. */
const kept = globalThis as { docstewardGitStarter?: GitStarter };

// A set-up of Vitest for processes that run many files: they are large, and pay for their size with every process that they start.
// So git is started by a small one, as a worker does. It ends with this process.
kept.docstewardGitStarter ??= openGitStarter();
setGitStarter(kept.docstewardGitStarter.start);
