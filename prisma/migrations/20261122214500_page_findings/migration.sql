-- additive
-- What the checks found on each page of the commit that answers: errors and warnings by file; null until they have run.
ALTER TABLE "SiteIndex" ADD COLUMN "findings" JSONB;
