-- additive
-- Questions whose page or fact is known: each new version of the index is asked them before it answers.
CREATE TABLE "GoldenQuestion" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "page" TEXT,
    "fact" TEXT,
    "source" TEXT NOT NULL,
    "isFound" BOOLEAN,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "GoldenQuestion_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "GoldenQuestion_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "GoldenQuestion_projectId_createdAt_idx" ON "GoldenQuestion"("projectId", "createdAt");

CREATE TABLE "EvalRun" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "commit" TEXT NOT NULL,
    "asked" INTEGER NOT NULL,
    "found" INTEGER NOT NULL,
    "cited" INTEGER,
    "lost" JSON NOT NULL DEFAULT '[]',
    "isHeld" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "EvalRun_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "EvalRun_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "EvalRun_projectId_createdAt_idx" ON "EvalRun"("projectId", "createdAt");

-- Whether a version that loses golden questions waits for an owner, and the commit that an owner let through.
ALTER TABLE "Project" ADD COLUMN "holdsLostQuestions" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "SiteIndex" ADD COLUMN "heldCommit" TEXT;
ALTER TABLE "SiteIndex" ADD COLUMN "releasedCommit" TEXT;
