-- additive
-- Repositories that a project's jobs read beside its own.
CREATE TABLE "Source" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "repository" TEXT NOT NULL,
    "hostRepositoryId" TEXT,
    "grantedAccount" TEXT,
    "ref" TEXT NOT NULL,
    "lastReadAt" TIMESTAMPTZ(3),
    "lastCommit" TEXT,
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Source_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Source_projectId_name_key" ON "Source"("projectId", "name");
CREATE INDEX "Source_hostRepositoryId_idx" ON "Source"("hostRepositoryId");
ALTER TABLE "Source" ADD CONSTRAINT "Source_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
