-- additive
-- Tokens and keys of repositories at any Git server, for the projects of one organization.
CREATE TABLE "RepositoryCredential" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "repository" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "username" TEXT,
    "secret" TEXT,
    "knownHosts" TEXT,

    CONSTRAINT "RepositoryCredential_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "RepositoryCredential_organizationId_repository_key" ON "RepositoryCredential"("organizationId", "repository");
ALTER TABLE "RepositoryCredential" ADD CONSTRAINT "RepositoryCredential_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
