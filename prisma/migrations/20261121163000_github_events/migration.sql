CREATE TABLE "GitHubDelivery" (
    "id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "bodyHash" TEXT NOT NULL,
    "facts" JSON,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "handledAt" TIMESTAMPTZ(3),

    CONSTRAINT "GitHubDelivery_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "GitHubDelivery_bodyHash_key" ON "GitHubDelivery"("bodyHash");
CREATE INDEX "GitHubDelivery_receivedAt_idx" ON "GitHubDelivery"("receivedAt");

CREATE TABLE "GitHubMention" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "jobId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "author" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "answeredAt" TIMESTAMPTZ(3),

    CONSTRAINT "GitHubMention_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "GitHubMention_jobId_answeredAt_idx" ON "GitHubMention"("jobId", "answeredAt");
ALTER TABLE "GitHubMention" ADD CONSTRAINT "GitHubMention_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
