-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "eventRetentionDays" INTEGER,
ADD COLUMN     "threadRetentionDays" INTEGER;
