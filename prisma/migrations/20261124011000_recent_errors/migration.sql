-- additive
CREATE TABLE "RecentError" (
  "id" TEXT NOT NULL,
  "process" TEXT NOT NULL,
  "message" TEXT NOT NULL,
  "requestId" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "RecentError_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "RecentError_createdAt_idx" ON "RecentError"("createdAt");
