-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "jobLimits" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "jobLimits" JSONB NOT NULL DEFAULT '{}';
