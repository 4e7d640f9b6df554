-- additive
SET LOCAL lock_timeout = '5s';

ALTER TABLE "ApiKey" ADD COLUMN "secretId" TEXT;
