-- additive
-- What automations say about pull requests in sources, and whom and what their own pull requests name.
ALTER TABLE "Job" ADD COLUMN "reviewers" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "Job" ADD COLUMN "labels" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "Job" ADD COLUMN "follows" TEXT[] NOT NULL DEFAULT '{}';

CREATE TABLE "AutomationReport" (
    "id" TEXT NOT NULL,
    "automationId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "repository" TEXT NOT NULL,
    "hostRepositoryId" TEXT,
    "repositoryKey" TEXT NOT NULL,
    "grantedAccount" TEXT,
    "number" INTEGER NOT NULL,
    "headSha" TEXT NOT NULL,
    "content" JSON NOT NULL,
    "jobId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "publishedRevision" INTEGER NOT NULL DEFAULT 0,
    "claimedUntil" TIMESTAMPTZ(3),
    "commentId" TEXT,
    "error" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AutomationReport_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "AutomationReport_automationId_repositoryKey_number_key" ON "AutomationReport"("automationId", "repositoryKey", "number");
CREATE INDEX "AutomationReport_jobId_idx" ON "AutomationReport"("jobId");
CREATE INDEX "AutomationReport_projectId_idx" ON "AutomationReport"("projectId");
CREATE INDEX "AutomationReport_updatedAt_idx" ON "AutomationReport"("updatedAt");

ALTER TABLE "AutomationReport" ADD CONSTRAINT "AutomationReport_automationId_fkey" FOREIGN KEY ("automationId") REFERENCES "Automation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
