-- additive
SET LOCAL lock_timeout = '5s';

-- When a poll looks next, so that each round reads only the sites that are due. Earlier versions go by "lookedAt".
ALTER TABLE "SiteIndex" ADD COLUMN "nextPollAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX "SiteIndex_nextPollAt_idx" ON "SiteIndex" ("nextPollAt") WHERE status IN ('ready', 'failed');

-- An organization has few admin keys among any number of assistant keys.
CREATE INDEX "ApiKey_admin_idx" ON "ApiKey" ("organizationId") WHERE kind = 'admin';
