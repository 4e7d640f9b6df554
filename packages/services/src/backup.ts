import type { Readable, Writable } from "node:stream";
import { readBackup } from "@docsteward/db/backup/read-backup";
import { type BackupProgress, writeBackup } from "@docsteward/db/backup/write-backup";
import { openDatabase } from "@docsteward/db/connect";
import { prepareDatabase } from "@docsteward/db/migrate";
import type { Env } from "@docsteward/platform/env";
import type { Reporter } from "@docsteward/platform/log";
import type { SystemContext } from "./context.ts";
import { requeueLost } from "./lease.ts";
import { type OpenServicesOptions, openServices } from "./open-services.ts";
import { checkRestoredSecret, FINGERPRINT, readStoredSecret } from "./secret/key-secret.ts";

export type { BackupProgress } from "@docsteward/db/backup/write-backup";

type BackupOptions = { env: Env; log: Reporter; onProgress?(progress: BackupProgress): void };

/** Writes everything that a restore needs into one file: the database, and the key secret where it lies in the data folder. */
export async function createBackup({ env, log, target, onProgress }: BackupOptions & { target: string | Writable }) {
  const database = await openDatabase({ env, log });
  try {
    const secret = await readStoredSecret(env);
    const written = await writeBackup({ url: database.url, target, secret, onProgress });
    return { ...written, hasSecret: secret !== null };
  } finally {
    await database.stop();
  }
}

/**
 * Restores a backup into an empty database, and puts the work that was under way back into the queues: jobs go on from their
 * journals, whichever worker held them.
 *
 * @throws DatabaseError or SecretError, whose message is a sentence for the operator; nothing is restored then
 */
export async function restoreBackup({ env, log, source, onProgress }: BackupOptions & { source: string | Readable }) {
  const database = await openDatabase({ env, log });
  try {
    let undo: () => Promise<void> = async () => undefined;
    const restored = await readBackup({
      url: database.url,
      source,
      onProgress,
      async beforeCommit({ secret, readSetting }) {
        ({ undo } = await checkRestoredSecret(env, { secret, fingerprint: await readSetting(FINGERPRINT) }));
      },
    }).catch(async (error) => {
      await undo();
      throw error;
    });
    await prepareDatabase(database.url);
    return { ...restored, ...(await resumeWork({ env, log, actor: { kind: "operator" }, poolSize: 2 })) };
  } finally {
    await database.stop();
  }
}

async function resumeWork(options: OpenServicesOptions): Promise<{ jobs: number }> {
  const services = await openServices(options);
  try {
    const { db } = services;
    // The workers of the backup have gone with their machine: what they held is no loss of its work.
    await db.workerProcess.deleteMany();
    await db.job.updateMany({ where: { heldAttempt: { not: null } }, data: { heldAttempt: null } });
    await db.siteIndex.updateMany({ where: { status: "running" }, data: { status: "waiting", phase: null } });
    while ((await requeueLost(services, { kind: "job" })) > 0);
    while ((await requeueLost(services, { kind: "index" })) > 0);
    await requeueReverts(services);
    await requeueGitHubWork(services);
    return { jobs: await db.job.count({ where: { status: "active" } }) };
  } finally {
    await services.close();
  }
}

/** Jobs that were ended from outside while their branch may have held a push: a worker takes it back. */
async function requeueReverts({ db, queue }: SystemContext): Promise<void> {
  const stopped = await db.$queryRaw<{ id: string }[]>`
    SELECT job.id FROM "Job" job WHERE job.status = 'failed'
      AND (SELECT entry.kind FROM "JournalEntry" entry WHERE entry."jobId" = job.id ORDER BY entry.seq DESC LIMIT 1) = 'stopped'
      AND EXISTS (SELECT 1 FROM "JournalEntry" entry WHERE entry."jobId" = job.id AND entry.kind = 'publishing')`;
  for (const { id } of stopped) await db.$transaction((tx) => queue.job.enqueueNext(tx, id));
}

/** Events of GitHub that were not worked on, comments whose job has come to rest without an answer, and reports to publish. */
async function requeueGitHubWork({ db, queue }: SystemContext): Promise<void> {
  const deliveries = await db.gitHubDelivery.findMany({ where: { handledAt: null }, select: { id: true } });
  for (const { id } of deliveries) await db.$transaction((tx) => queue.github.enqueue(tx, { deliveryId: id }));
  const mentions = await db.gitHubMention.findMany({
    where: { answeredAt: null, job: { status: { not: "active" } } },
    distinct: ["jobId"],
    select: { jobId: true },
  });
  for (const { jobId } of mentions) await db.$transaction((tx) => queue.github.enqueue(tx, { answersOfJob: jobId }));
  const reports = await db.$queryRaw<{ id: string }[]>`
    UPDATE "AutomationReport" SET "claimedUntil" = NULL WHERE "publishedRevision" < revision RETURNING id`;
  for (const { id } of reports) await db.$transaction((tx) => queue.github.enqueue(tx, { reportId: id }));
}
