-- additive
SET LOCAL lock_timeout = '5s';

ALTER TABLE "Organization" ADD COLUMN "queueWeight" INTEGER NOT NULL DEFAULT 1, ADD COLUMN "maxActiveJobs" INTEGER;
ALTER TABLE "Project" ADD COLUMN "maxActiveJobs" INTEGER;
ALTER TABLE "Job" ADD COLUMN "heldAttempt" INTEGER;

CREATE TABLE "WaitingJob" (
  id BIGSERIAL PRIMARY KEY,
  "jobId" TEXT NOT NULL,
  "projectId" TEXT NOT NULL,
  "organizationId" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "WaitingJob_organizationId_projectId_id_idx" ON "WaitingJob" ("organizationId", "projectId", id);
CREATE INDEX "WaitingJob_jobId_idx" ON "WaitingJob" ("jobId");
CREATE INDEX "WaitingJob_createdAt_idx" ON "WaitingJob" ("createdAt");

CREATE TABLE "QueueTurn" (
  "ownerId" TEXT PRIMARY KEY,
  turn DOUBLE PRECISION NOT NULL
);
