import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createModels } from "@docsteward/models/create-models";
import { type Env, EnvError, env } from "@docsteward/platform/env";
import { type DoctorCheck, diagnose, look } from "@docsteward/services/doctor";
import { generateText } from "ai";
import { createCommand } from "../command.ts";
import { print, printJson, printMessage } from "../output.ts";

/** `docsteward doctor`: what keeps this installation from working, and what to do about it. */
export const doctor = createCommand(
  "doctor",
  "Check configuration, database, disk, clock, model and connections; exit code 1 on an error",
  "docsteward doctor --json",
)
  .option("--json", "print a JSON array of the checks")
  .option("--no-model", "don't call the model; a call costs some tokens")
  .action(async ({ json, model }: { json?: true; model: boolean }) => {
    const checks = await runChecks({ isModelCalled: model });
    if (json) printJson(checks);
    else for (const check of checks) print(formatCheck(check));
    const count = (state: DoctorCheck["state"]) => checks.filter((check) => check.state === state).length;
    if (!json) printMessage(`${count("error")} errors, ${count("warning")} warnings.`);
    if (count("error") > 0) process.exitCode = 1;
  });

function formatCheck({ name, state, text, advice }: DoctorCheck): string {
  return `${state.padEnd(8)} ${name}: ${text}${advice === null ? "" : `\n         ${advice}`}`;
}

async function runChecks({ isModelCalled }: { isModelCalled: boolean }): Promise<DoctorCheck[]> {
  const git = await look("git", checkGit, "Install git 2.38 or newer.");
  let settings: Env;
  try {
    settings = env();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const advice = "Fix the variables. Nothing that depends on them was checked.";
    return [git, { name: "configuration", state: "error", text: error.message, advice }];
  }
  const call = () => checkModel(settings, { isModelCalled });
  const model = await look("model", call, "Check the provider's variables, and the network connection to its server.");
  return [git, model, ...(await diagnose(settings))];
}

const OLDEST_GIT = { major: 2, minor: 38 };

async function checkGit() {
  const { stdout } = await promisify(execFile)("git", ["--version"], { timeout: 10_000 });
  const [, major = 0, minor = 0] = (/(\d{1,9})\.(\d{1,9})/.exec(stdout) ?? []).map(Number);
  const isOld = major < OLDEST_GIT.major || (major === OLDEST_GIT.major && minor < OLDEST_GIT.minor);
  const text = stdout.trim();
  return isOld
    ? ({ state: "error", text, advice: "Install git 2.38 or newer." } as const)
    : ({ state: "ok", text, advice: null } as const);
}

const MODEL_MS = 30_000;
const MODEL_TOKENS = 64;

async function checkModel(settings: Env, { isModelCalled }: { isModelCalled: boolean }) {
  const { provider, modelId, languageModel } = createModels(settings).get();
  const ok = (text: string) => ({ state: "ok", text, advice: null }) as const;
  if (provider === "offline") {
    const advice = "Set a provider's variables for edits that a language model makes.";
    return { state: "warning", text: "only the built-in offline model", advice } as const;
  }
  if (!isModelCalled) return ok(`${provider} ${modelId}, not called`);
  await generateText({
    model: languageModel,
    prompt: "Answer with the word ok.",
    maxOutputTokens: MODEL_TOKENS,
    maxRetries: 0,
    abortSignal: AbortSignal.timeout(MODEL_MS),
  });
  return ok(`${provider} ${modelId} answers`);
}
