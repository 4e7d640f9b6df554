-- additive
-- Which commit answered before the current version: answers of both can be compared until the next index run begins.
ALTER TABLE "SiteIndex" ADD COLUMN "previousCommit" TEXT;
ALTER TABLE "SiteIndex" ADD COLUMN "previousIndexedAt" TIMESTAMPTZ(3);
