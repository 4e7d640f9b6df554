-- Pages that take too much to read are left out of the version that answers, and named.
ALTER TABLE "SiteIndex"
  ADD COLUMN "skippedPages" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "skippedCount" INTEGER NOT NULL DEFAULT 0;
