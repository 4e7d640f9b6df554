-- additive
SET LOCAL lock_timeout = '5s';

-- Requests of a key that were refused or that failed. Processes of before count none.
ALTER TABLE "KeyUse" ADD COLUMN "errors" INTEGER NOT NULL DEFAULT 0;

-- The networks that an admin key was used from: no whole addresses, and none of readers.
CREATE TABLE "KeyNetwork" (
    "keyId" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "KeyNetwork_pkey" PRIMARY KEY ("keyId", "network")
);

CREATE INDEX "KeyNetwork_lastUsedAt_idx" ON "KeyNetwork"("lastUsedAt");

ALTER TABLE "KeyNetwork" ADD CONSTRAINT "KeyNetwork_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;
