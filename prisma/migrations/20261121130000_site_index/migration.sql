-- CreateEnum
CREATE TYPE "IndexStatus" AS ENUM ('waiting', 'running', 'ready', 'failed');

-- CreateTable
CREATE TABLE "SiteIndex" (
    "projectId" TEXT NOT NULL,
    "status" "IndexStatus" NOT NULL DEFAULT 'waiting',
    "version" INTEGER NOT NULL DEFAULT 0,
    "commit" TEXT,
    "indexedAt" TIMESTAMPTZ(3),
    "pageCount" INTEGER NOT NULL DEFAULT 0,
    "ground" TEXT,
    "embedderId" TEXT,
    "vectorsRevision" INTEGER NOT NULL DEFAULT 0,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "takenRequest" INTEGER NOT NULL DEFAULT 0,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "lostRuns" INTEGER NOT NULL DEFAULT 0,
    "runCommit" TEXT,
    "phase" TEXT,
    "pagesDone" INTEGER NOT NULL DEFAULT 0,
    "pagesTotal" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "lookedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SiteIndex_pkey" PRIMARY KEY ("projectId")
);

-- CreateTable
CREATE TABLE "SitePage" (
    "projectId" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "sinceVersion" INTEGER NOT NULL,
    "untilVersion" INTEGER,
    "sha" TEXT NOT NULL,
    "page" JSON NOT NULL,
    "markdown" TEXT NOT NULL,
    "changedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SitePage_pkey" PRIMARY KEY ("projectId","file","sinceVersion")
);

-- CreateTable
CREATE TABLE "SitePageVectors" (
    "projectId" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "sinceVersion" INTEGER NOT NULL,
    "embedderId" TEXT NOT NULL,
    "hashes" TEXT[],
    "vectors" BYTEA NOT NULL,

    CONSTRAINT "SitePageVectors_pkey" PRIMARY KEY ("projectId","file","sinceVersion","embedderId")
);

-- CreateIndex
CREATE INDEX "SiteIndex_lookedAt_idx" ON "SiteIndex"("lookedAt");

-- AddForeignKey
ALTER TABLE "SiteIndex" ADD CONSTRAINT "SiteIndex_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SitePage" ADD CONSTRAINT "SitePage_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SitePageVectors" ADD CONSTRAINT "SitePageVectors_projectId_file_sinceVersion_fkey" FOREIGN KEY ("projectId", "file", "sinceVersion") REFERENCES "SitePage"("projectId", "file", "sinceVersion") ON DELETE CASCADE ON UPDATE CASCADE;
