-- AlterTable
ALTER TABLE "Job" ADD COLUMN "claimedTree" TEXT;
