// Stands in for pnpm, for tests: runs a script through a shell and waits for it.
import { spawn } from "node:child_process";

spawn("sh", ["-c", `"$0" "$1"; true`, process.env.NODE ?? "", process.argv[2] ?? ""], { stdio: "inherit" });
