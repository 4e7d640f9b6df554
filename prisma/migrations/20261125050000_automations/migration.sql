-- additive
-- Rules that start jobs by themselves, what they did, and up to where they have followed repositories.
CREATE TYPE "AutomationRunState" AS ENUM ('waiting', 'started', 'continued', 'silent', 'failed');

ALTER TABLE "Job" ADD COLUMN "automationId" TEXT;
CREATE INDEX "Job_automationId_createdAt_idx" ON "Job"("automationId", "createdAt");

CREATE TABLE "Automation" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "definition" JSON NOT NULL,
    "nextDueAt" TIMESTAMPTZ(3),
    "nextGapsAt" TIMESTAMPTZ(3),
    "pausedAt" TIMESTAMPTZ(3),
    "pausedReason" TEXT,
    "resumedAt" TIMESTAMPTZ(3),
    "jobId" TEXT,
    "webhookSecret" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Automation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AutomationRun" (
    "id" TEXT NOT NULL,
    "automationId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "data" JSON NOT NULL DEFAULT '{}',
    "state" "AutomationRunState" NOT NULL DEFAULT 'waiting',
    "reason" TEXT,
    "jobId" TEXT,
    "holds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AutomationRun_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AutomationPosition" (
    "automationId" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "seen" TEXT,
    "handled" TEXT,
    "nextPollAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AutomationPosition_pkey" PRIMARY KEY ("automationId", "source")
);

CREATE TABLE "AutomationFile" (
    "projectId" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "problems" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "AutomationFile_pkey" PRIMARY KEY ("projectId")
);

CREATE UNIQUE INDEX "Automation_projectId_name_key" ON "Automation"("projectId", "name");
CREATE INDEX "Automation_nextDueAt_idx" ON "Automation"("nextDueAt");
CREATE INDEX "Automation_nextGapsAt_idx" ON "Automation"("nextGapsAt");
CREATE UNIQUE INDEX "AutomationRun_automationId_key_key" ON "AutomationRun"("automationId", "key");
CREATE INDEX "AutomationRun_automationId_createdAt_id_idx" ON "AutomationRun"("automationId", "createdAt" DESC, "id" DESC);
CREATE INDEX "AutomationRun_projectId_createdAt_idx" ON "AutomationRun"("projectId", "createdAt");
CREATE INDEX "AutomationRun_state_dueAt_idx" ON "AutomationRun"("state", "dueAt");
CREATE INDEX "AutomationRun_jobId_idx" ON "AutomationRun"("jobId");
CREATE INDEX "AutomationPosition_nextPollAt_idx" ON "AutomationPosition"("nextPollAt");

ALTER TABLE "Automation" ADD CONSTRAINT "Automation_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AutomationRun" ADD CONSTRAINT "AutomationRun_automationId_fkey" FOREIGN KEY ("automationId") REFERENCES "Automation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AutomationPosition" ADD CONSTRAINT "AutomationPosition_automationId_fkey" FOREIGN KEY ("automationId") REFERENCES "Automation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AutomationFile" ADD CONSTRAINT "AutomationFile_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
