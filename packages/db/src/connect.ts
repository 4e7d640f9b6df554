import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "@docsteward/platform/env";
import type { Reporter } from "@docsteward/platform/log";
import pg from "pg";
import { DatabaseError, explainTooMany, isTooManyConnections } from "./database-error.ts";
import { startEmbedded } from "./embedded/start.ts";

/** An open database, built in or given by DATABASE_URL. */
export type OpenedDatabase = {
  /** With its password: for connecting, never for showing. */
  url: string;
  isEmbedded: boolean;
  /** The process of the built-in PostgreSQL; null for one of the operator's own. */
  pid: number | null;
  /** Settles when the built-in PostgreSQL is gone; never for one of the operator's own. */
  exited: Promise<void>;
  /** Ends the built-in PostgreSQL if this call started or adopted it. */
  stop(): Promise<void>;
};

/** Options of `openDatabase`. */
export type OpenDatabaseOptions = {
  env: Pick<Env, "DATABASE_URL" | "DATA_DIR">;
  log: Reporter;
  /** See `startEmbedded`: true only in the process that owns the whole installation. */
  adopt?: boolean;
};

const CONNECT_TIMEOUT_MS = 10_000;
const STARTING_UP = "57P03";

/**
 * The one place that decides which database is used: DATABASE_URL when it is set, else the built-in PostgreSQL of the data
 * folder, which is started, or reused when it runs.
 *
 * @throws DatabaseError one sentence that names host and database, never the password
 */
export async function openDatabase({ env, log, adopt }: OpenDatabaseOptions): Promise<OpenedDatabase> {
  if (env.DATABASE_URL === undefined) {
    const server = await startEmbedded({ dataDir: env.DATA_DIR, log, adopt });
    return { ...server, isEmbedded: true };
  }
  const url = env.DATABASE_URL;
  await requireReachable(url);
  return { url, isEmbedded: false, pid: null, exited: new Promise(() => undefined), stop: async () => undefined };
}

async function requireReachable(url: string): Promise<void> {
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return;
    } catch (cause) {
      const isStarting = (cause as { code?: string }).code === STARTING_UP;
      if (isTooManyConnections(cause)) throw explainTooMany(cause);
      if (!isStarting || Date.now() > deadline) throw new DatabaseError(explain(url, cause), { cause });
      await sleep(200);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const UNKNOWN_AUTHORITY = "the authority of the server's certificate isn't known here: name its file in sslrootcert";

function explain(url: string, cause: unknown): string {
  const { hostname, port, pathname, username } = new URL(url);
  const server = `${hostname || "localhost"}:${port || "5432"}`;
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username) || "postgres";
  const { code, message } = cause as { code?: string; message?: string };
  const reasons: Record<string, string> = {
    ECONNREFUSED: "nothing listens there",
    ENOTFOUND: "the host doesn't exist",
    EAI_AGAIN: "the host doesn't exist",
    "28P01": "the server refuses the user name or password",
    "28000": "the server refuses the user name or password",
    "3D000": "the database doesn't exist",
    [STARTING_UP]: "the server doesn't finish starting",
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
    SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
    DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
    CERT_HAS_EXPIRED: "the server's certificate has expired",
    ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another host name",
  };
  const reason =
    reasons[code ?? ""] ?? (code === undefined ? explainMute(message) : `the server returns error ${code}`);
  return `DATABASE_URL: the database "${database}" at ${server} cannot be used: ${reason}. Fix the URL, or unset it to use the built-in PostgreSQL.`;
}

function explainMute(message = ""): string {
  return /timeout/i.test(message) ? "the server doesn't respond" : "the server doesn't use the PostgreSQL protocol";
}
