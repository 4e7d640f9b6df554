-- What an operator has let an owner have above the default. Older figures above it have no grant and are read as the default.
ALTER TABLE "Organization" ADD COLUMN "grantedJobLimits" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "Project" ADD COLUMN "grantedJobLimits" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "LimitOverride" ADD COLUMN "grantedQuota" INTEGER;
