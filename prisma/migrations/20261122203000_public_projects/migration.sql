-- additive
-- Whether everyone may search and read a project's pages without a key.
ALTER TABLE "Project" ADD COLUMN "isPublic" BOOLEAN NOT NULL DEFAULT false;
