import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env, parseEnv } from "@docsteward/platform/env";
import { replaceVariables } from "@docsteward/platform/secret-files";
import { createDemoLink } from "@docsteward/services/sign-in/demo";
import { createLink } from "./create-link.ts";
import { signIn } from "./demo/client.ts";
import { askAfterMerge, askBeforeMerge } from "./demo/questions.ts";
import { runStory } from "./demo/run-story.ts";
import { makeSite } from "./demo/site.ts";
import { openServiceLog, type Service, startService } from "./service.ts";
import { findPort } from "./supervisor/find-port.ts";
import { onStopSignal } from "./supervisor/on-stop-signal.ts";
import { colors, runMain } from "./terminal.ts";

const USAGE = `Runs Docsteward on a sample site.

  --exit              exit after the story, with code 0 only if all steps passed
  --model configured  use the configured model instead of the offline model`;

const args = process.argv.slice(2);
const print = (line: string) => console.log(line);

/** Runs the demo on data of its own (DATA_DIR/demo). @returns the exit code */
async function main(): Promise<number> {
  const isModelGiven = args.includes("--model");
  const known = ["--exit", "--model", "configured"];
  if (args.includes("--help")) return print(USAGE) ?? 0;
  if (args.some((arg) => !known.includes(arg)) || isModelGiven !== args.includes("configured")) {
    console.error(USAGE);
    return 2;
  }
  const stopping = new AbortController();
  let service: Service | undefined;
  onStopSignal({
    first: () => stopping.abort(new Error("Stopped.")),
    second: () => {
      service?.kill();
      process.exit(130);
    },
  });
  try {
    const variables = await chooseVariables({ isOffline: !isModelGiven });
    const dataDir = resolve(variables.DATA_DIR);
    await mkdir(dataDir, { recursive: true });
    const { file, output, log } = openServiceLog(join(dataDir, "service.log"));
    print(`${colors.bold("Docsteward demo")}\nData: ${dataDir}\nLog:  ${file}`);
    const readLog = () => readFile(file, "utf8").catch(() => "");
    const logged = (await readLog()).length;
    service = await startService({
      variables,
      output,
      log,
      signal: stopping.signal,
      onLine: print,
    }).catch(async (error) => {
      if (!stopping.signal.aborted) console.error((await readLog()).slice(logged).trimEnd());
      throw error;
    });
    return await play(service, variables, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) return 130;
    throw error;
  } finally {
    await service?.stop();
  }
}

async function play(service: Service, variables: Record<string, string | undefined>, signal: AbortSignal) {
  const site = await makeSite(service, variables);
  print(`Site: ${site.repository.path}`);
  const running = { env: parseEnv(variables), databaseUrl: service.databaseUrl, baseUrl: service.url };
  const { pathname } = new URL(site.project.dashboardUrl);
  const newLink = () => createLink(running, (given) => createDemoLink(given, { next: pathname }));
  const cookie = await signIn(await newLink());
  const options = { site, url: service.url, cookie, print, signal };
  const findings = await askBeforeMerge(options);
  const story = await runStory(options);
  findings.push(...story.findings);
  if (story.prLink !== null) findings.push(...(await askAfterMerge(options, { prLink: story.prLink })));
  print("");
  for (const { claim, isTrue } of findings) print(`${isTrue ? colors.green("✓") : colors.red("✗")} ${claim}`);
  const hasAllHappened = findings.length === 14 && findings.every(({ isTrue }) => isTrue);
  const link = await newLink();
  print(`\nDashboard: ${colors.bold(link)}\nThe link signs you in. It works once, and only on this machine.`);
  if (!args.includes("--exit")) {
    print("The demo keeps running. To stop it, press Ctrl-C.");
    await new Promise<void>((done) => signal.addEventListener("abort", () => done(), { once: true }));
  }
  return hasAllHappened ? 0 : 1;
}

/** What the demo's service runs with: data, address and model of its own, whatever is configured for real use. */
async function chooseVariables({ isOffline }: { isOffline: boolean }) {
  const { DATA_DIR } = env();
  const host = "127.0.0.1";
  const isPortChosen = Boolean(process.env.PORT);
  const port = await findPort(host, Number(process.env.PORT || 3000)).catch((error) => {
    if (isPortChosen) throw error;
    return findPort(host, 0);
  });
  const dataDir = join(DATA_DIR, "demo");
  const changes = {
    HOST: host,
    PORT: String(port),
    BASE_URL: `http://${host}:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    KEY_SECRET: "",
    LOG_FORMAT: "json",
    ...(isOffline ? { MODEL_PROVIDER: "offline" } : {}),
  };
  return { ...replaceVariables(process.env, changes), DATA_DIR: dataDir };
}

runMain(main);
