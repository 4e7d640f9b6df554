-- additive
SET LOCAL lock_timeout = '5s';

ALTER TABLE "Job" ADD COLUMN "heldSince" TIMESTAMPTZ(3), ADD COLUMN "heldOn" TEXT;
