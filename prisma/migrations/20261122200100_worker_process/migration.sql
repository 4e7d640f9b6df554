-- additive
CREATE TABLE "WorkerProcess" (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  "startedAt" TIMESTAMPTZ(3) NOT NULL,
  "heartbeatAt" TIMESTAMPTZ(3) NOT NULL,
  concurrency INTEGER NOT NULL,
  running INTEGER NOT NULL DEFAULT 0,
  "pauseReason" TEXT,
  "pausedSince" TIMESTAMPTZ(3),
  metrics TEXT NOT NULL DEFAULT ''
);
CREATE INDEX "WorkerProcess_heartbeatAt_idx" ON "WorkerProcess" ("heartbeatAt");
