-- AlterTable
ALTER TABLE "SiteIndex" ADD COLUMN "givenUpCommit" TEXT,
ADD COLUMN "recentLosses" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "pausedUntil" TIMESTAMPTZ(3);

-- Runs that were given up before this.
UPDATE "SiteIndex" SET "givenUpCommit" = "lossCommit", "recentLosses" = 2 WHERE status = 'failed' AND "lostRuns" >= 2;
