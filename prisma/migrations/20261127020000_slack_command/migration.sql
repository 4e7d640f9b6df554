-- additive
-- The command of a Slack app that asks the assistant. Without a row a project has none, as before.
CREATE TABLE "SlackCommand" (
    "projectId" TEXT NOT NULL,
    "signingSecret" TEXT NOT NULL,
    "isPublic" BOOLEAN NOT NULL DEFAULT false,
    "lastAskedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "SlackCommand_pkey" PRIMARY KEY ("projectId"),
    CONSTRAINT "SlackCommand_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Requests of Slack that were accepted, so that one that is sent again is answered once.
CREATE TABLE "SlackRequest" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "SlackRequest_pkey" PRIMARY KEY ("projectId", "id"),
    CONSTRAINT "SlackRequest_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "SlackRequest_receivedAt_idx" ON "SlackRequest"("receivedAt");
