-- AlterTable
ALTER TABLE "Job" ADD COLUMN "reviewer" TEXT;
