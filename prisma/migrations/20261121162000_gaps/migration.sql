-- CreateEnum
CREATE TYPE "GapState" AS ENUM ('open', 'dismissed', 'done');

-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "isPlayground" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Gap" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "state" "GapState" NOT NULL DEFAULT 'open',
    "note" TEXT,
    "askedCount" INTEGER NOT NULL DEFAULT 0,
    "lastAskedAt" TIMESTAMPTZ(3) NOT NULL,
    "jobId" TEXT,
    "answerTurnId" TEXT,
    "embedderId" TEXT,
    "vector" BYTEA,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Gap_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "ThreadTurn" ADD COLUMN     "trace" JSON,
ADD COLUMN     "gapId" TEXT;

-- CreateIndex
CREATE INDEX "Gap_projectId_state_askedCount_lastAskedAt_id_idx" ON "Gap"("projectId", "state", "askedCount" DESC, "lastAskedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Gap_jobId_idx" ON "Gap"("jobId");

-- CreateIndex
CREATE INDEX "ThreadTurn_projectId_rating_idx" ON "ThreadTurn"("projectId", "rating");

-- CreateIndex
CREATE INDEX "ThreadTurn_projectId_createdAt_idx" ON "ThreadTurn"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "ThreadTurn_gapId_createdAt_idx" ON "ThreadTurn"("gapId", "createdAt");

-- AddForeignKey
ALTER TABLE "ThreadTurn" ADD CONSTRAINT "ThreadTurn_gapId_fkey" FOREIGN KEY ("gapId") REFERENCES "Gap"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Gap" ADD CONSTRAINT "Gap_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
