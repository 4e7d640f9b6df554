-- additive
-- The words of a page as the search needs them, found once by the worker.
ALTER TABLE "SitePage" ADD COLUMN "words" BYTEA;
