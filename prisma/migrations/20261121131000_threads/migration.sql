-- CreateEnum
CREATE TYPE "TurnStatus" AS ENUM ('running', 'done', 'failed', 'stopped');

-- CreateEnum
CREATE TYPE "AnswerCategory" AS ENUM ('answered', 'unanswered');

-- CreateEnum
CREATE TYPE "Rating" AS ENUM ('up', 'down');

-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "siteUrl" TEXT;

-- CreateTable
CREATE TABLE "Thread" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "fp" TEXT NOT NULL,
    "publicId" TEXT NOT NULL,
    "isIssued" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Thread_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ThreadTurn" (
    "id" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "createdByKeyId" TEXT,
    "status" "TurnStatus" NOT NULL DEFAULT 'running',
    "question" TEXT NOT NULL,
    "currentPath" TEXT,
    "searchedFor" TEXT,
    "answer" TEXT NOT NULL DEFAULT '',
    "category" "AnswerCategory",
    "sources" JSON NOT NULL DEFAULT '[]',
    "commit" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "inputTokens" INTEGER NOT NULL DEFAULT 0,
    "cachedInputTokens" INTEGER NOT NULL DEFAULT 0,
    "outputTokens" INTEGER NOT NULL DEFAULT 0,
    "modelCalls" INTEGER NOT NULL DEFAULT 0,
    "costMicroUsd" BIGINT NOT NULL DEFAULT 0,
    "retrievalMs" INTEGER,
    "firstTextMs" INTEGER,
    "failure" TEXT,
    "rating" "Rating",
    "comment" TEXT,
    "ratedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ThreadTurn_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Thread_projectId_updatedAt_id_idx" ON "Thread"("projectId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Thread_updatedAt_idx" ON "Thread"("updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Thread_projectId_fp_publicId_key" ON "Thread"("projectId", "fp", "publicId");

-- CreateIndex
CREATE INDEX "ThreadTurn_threadId_createdAt_id_idx" ON "ThreadTurn"("threadId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ThreadTurn_projectId_category_createdAt_id_idx" ON "ThreadTurn"("projectId", "category", "createdAt" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "Thread" ADD CONSTRAINT "Thread_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ThreadTurn" ADD CONSTRAINT "ThreadTurn_threadId_fkey" FOREIGN KEY ("threadId") REFERENCES "Thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;
