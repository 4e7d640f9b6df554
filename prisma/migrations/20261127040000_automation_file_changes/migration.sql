-- additive
-- Changes of the file of automations that people ask for in the dashboard, and a worker writes as pull requests.
CREATE TABLE "AutomationFileChange" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT,
    "definition" JSON,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason" TEXT,
    "branch" TEXT,
    "pullNumber" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AutomationFileChange_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "AutomationFileChange_projectId_createdAt_idx" ON "AutomationFileChange"("projectId", "createdAt");
CREATE INDEX "AutomationFileChange_state_createdAt_idx" ON "AutomationFileChange"("state", "createdAt");

ALTER TABLE "AutomationFileChange" ADD CONSTRAINT "AutomationFileChange_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
