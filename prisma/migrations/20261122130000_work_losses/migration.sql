-- AlterTable
ALTER TABLE "Job" ADD COLUMN "consecutiveLosses" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "lossStepSeq" INTEGER;

-- AlterTable
ALTER TABLE "SiteIndex" ADD COLUMN "lossCommit" TEXT;
