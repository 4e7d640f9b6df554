-- AlterTable
ALTER TABLE "Project" ADD COLUMN "needsVerifiedCommits" BOOLEAN NOT NULL DEFAULT false;
