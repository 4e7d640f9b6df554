-- additive
-- What people want to be notified of, and the notifications on their way.
CREATE TYPE "NotificationState" AS ENUM ('pending', 'sending', 'sent', 'dropped', 'failed');

CREATE TABLE "NotificationSetting" (
  "userId" TEXT NOT NULL,
  "email" TEXT[],
  "webhook" TEXT[],
  "webhookUrl" TEXT,
  "webhookSecret" TEXT,
  "timeZone" TEXT,
  "testedAt" TIMESTAMPTZ(3),
  CONSTRAINT "NotificationSetting_pkey" PRIMARY KEY ("userId"),
  CONSTRAINT "NotificationSetting_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Notification" (
  "userId" TEXT NOT NULL,
  "channel" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "projectId" TEXT,
  "kind" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "path" TEXT NOT NULL,
  "state" "NotificationState" NOT NULL DEFAULT 'pending',
  "attemptCount" INTEGER NOT NULL DEFAULT 0,
  "dueAt" TIMESTAMPTZ(3) NOT NULL,
  "claimedAt" TIMESTAMPTZ(3),
  "error" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Notification_pkey" PRIMARY KEY ("userId", "channel", "key"),
  CONSTRAINT "Notification_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "Notification_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "Notification_state_dueAt_idx" ON "Notification"("state", "dueAt");
CREATE INDEX "Notification_createdAt_idx" ON "Notification"("createdAt");
CREATE INDEX "Notification_projectId_idx" ON "Notification"("projectId");
