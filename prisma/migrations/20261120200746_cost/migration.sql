-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "costMicroUsd" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "lastRecordId" TEXT;

-- CreateTable
CREATE TABLE "CostCounter" (
    "scope" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "microUsd" BIGINT NOT NULL,

    CONSTRAINT "CostCounter_pkey" PRIMARY KEY ("scope","month")
);

-- CreateIndex
CREATE INDEX "Job_status_createdAt_idx" ON "Job"("status", "createdAt");
