import { execFile } from "node:child_process";
import { chmod, chown, mkdtempDisposable, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { silentLogger } from "@docsteward/platform/log";
import pg from "pg";
import { expect, test } from "vitest";
import { createClient } from "./client.ts";
import { openDatabase } from "./connect.ts";
import { startEmbedded } from "./embedded/start.ts";
import { openNotifier } from "./notify.ts";

const run = promisify(execFile);

/** Makes an authority, and the key and certificate of a server that it vouches for. */
async function makeCertificates(folder: string, name: string, host: string) {
  const at = (end: string) => join(folder, `${name}${end}`);
  const openssl = (...args: string[]) => run("openssl", args);
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await openssl(
    "req",
    "-x509",
    ...key,
    "-keyout",
    at("-ca.key"),
    "-out",
    at("-ca.crt"),
    "-subj",
    "/CN=authority",
    "-days",
    "1",
  );
  await openssl(
    "req",
    ...key,
    "-keyout",
    at(".key"),
    "-out",
    at(".csr"),
    "-subj",
    `/CN=${host}`,
    "-addext",
    `subjectAltName=DNS:${host}`,
  );
  const sign = [
    "-CA",
    at("-ca.crt"),
    "-CAkey",
    at("-ca.key"),
    "-CAcreateserial",
    "-copy_extensions",
    "copy",
    "-days",
    "1",
  ];
  await openssl("x509", "-req", "-in", at(".csr"), "-out", at(".crt"), ...sign);
  return { authority: at("-ca.crt"), key: at(".key"), certificate: at(".crt") };
}

test("with verify-full every connection is encrypted, and a server of another authority or name is refused", async () => {
  await using data = await mkdtempDisposable(join(tmpdir(), "docsteward-tls-"));
  await chmod(data.path, 0o755);
  const server = await startEmbedded({ dataDir: data.path, log: silentLogger, isDurable: false });
  try {
    const { uid, gid } = await stat(join(data.path, "postgres"));
    const ours = await makeCertificates(data.path, "ours", "localhost");
    const others = await makeCertificates(data.path, "others", "db.example.com");
    const serveWith = async ({ key, certificate }: { key: string; certificate: string }) => {
      await chown(key, uid, gid);
      await chmod(key, 0o600);
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`ALTER SYSTEM SET ssl_key_file = '${key}'`);
      await client.query(`ALTER SYSTEM SET ssl_cert_file = '${certificate}'`);
      await client.query("ALTER SYSTEM SET ssl = on");
      await client.query("SELECT pg_reload_conf()");
      await client.end();
    };
    const urlWith = (authority: string) => {
      const url = new URL(server.url);
      url.hostname = "localhost";
      return `${url}?sslmode=verify-full&sslrootcert=${authority}`;
    };
    const open = (url: string) =>
      openDatabase({ env: { DATABASE_URL: url, DATA_DIR: "/nonexistent" }, log: silentLogger });

    await serveWith(ours);
    const url = urlWith(ours.authority);
    await expect.poll(() => open(url).then(() => "it opened", String)).toBe("it opened");
    const db = createClient(url, { log: silentLogger, poolSize: 2 });
    const notifier = await openNotifier({ url, log: silentLogger });
    const connections = await db.$queryRaw<{ ssl: boolean; name: string }[]>`
      SELECT ssl, application_name AS name FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE client_addr IS NOT NULL`;
    expect(connections.length).toBeGreaterThanOrEqual(2);
    expect(connections.filter(({ ssl }) => !ssl)).toEqual([]);
    await notifier.close();
    await db.$disconnect();
    expect(await open(urlWith(others.authority)).catch((error: Error) => error.message)).toMatch(
      /^DATABASE_URL: the database "\w+" at localhost:\d+ cannot be used: the authority of the server's certificate isn't known here/,
    );

    await serveWith(others);
    await expect
      .poll(() =>
        open(urlWith(others.authority)).then(
          () => "it opened",
          (error: Error) => error.message,
        ),
      )
      .toMatch(/cannot be used: the server's certificate is for another host name/);
  } finally {
    await server.stop();
  }
});
