import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { EnvError, env } from "@docsteward/platform/env";
import next from "next";
import { closeServer } from "./server/close-server.ts";
import { guardRequest } from "./server/guard/guard-request.ts";
import { ListenError, listen } from "./server/listen.ts";
import { log } from "./server/log.ts";
import { closeServices, services } from "./server/services.ts";
import { beginShutdown } from "./server/shutdown.ts";

process.title = "docsteward-web";

const STREAMS_AND_REQUESTS_MS = 8_000;
const EVERYTHING_MS = 10_000;
const isDev = process.argv.includes("--dev");

/** Runs the web process: REST, tRPC and the dashboard on one port, until it is told to stop. */
async function main(): Promise<void> {
  const { HOST, PORT, BASE_URL, DASHBOARD_OPEN } = env();
  await services();
  const server = createServer({ keepAliveTimeout: 65_000 });
  const app = next({ dev: isDev, dir: fileURLToPath(new URL("..", import.meta.url)), httpServer: server });
  await app.prepare();
  const answer = app.getRequestHandler();
  const rules = { isOpen: DASHBOARD_OPEN, baseUrl: BASE_URL, isDev };
  server.on("request", (request, response) => {
    if (guardRequest(request, response, rules)) void answer(request, response);
  });
  const port = await listen(server, HOST, PORT);
  process.send?.({ type: "ready", port });
  log().info({ host: HOST, port, isDev }, "web is ready");

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), EVERYTHING_MS).unref();
    beginShutdown();
    await closeServer(server, STREAMS_AND_REQUESTS_MS);
    await app.close();
    await closeServices();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // The supervisor is gone: nobody else would end this process.
  process.on("disconnect", stop);
}

main().catch((error: unknown) => {
  const isForPeople = error instanceof EnvError || error instanceof ListenError;
  if (isForPeople) process.stderr.write(`${error.message}\n`);
  else log().fatal({ err: error }, "web could not start");
  process.exit(1);
});
