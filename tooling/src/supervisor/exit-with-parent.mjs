// Loaded into every child with `--import`. A supervisor that was killed with -9 cannot stop its children, but the kernel
// closes the channel to them: each then leaves in its own orderly way, or without it after a while.
const GRACE_MS = 12_000;

if (process.channel) {
  process.on("disconnect", () => {
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    process.kill(process.pid, "SIGTERM");
  });
  process.channel.unref();
}

// What the child forks would load it, too, and end before its first message: a channel let go is never held again.
const at = process.execArgv.indexOf(import.meta.url);
if (at > 0) process.execArgv.splice(at - 1, 2);
