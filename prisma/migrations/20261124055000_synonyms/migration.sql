-- additive
-- The synonyms that the repository defines, as groups of terms, for the version that answers.
ALTER TABLE "SiteIndex" ADD COLUMN "synonyms" JSONB NOT NULL DEFAULT '[]';
