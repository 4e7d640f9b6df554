-- additive
-- Reads every event once, while jobs go on and write more.
ALTER TABLE "JobEvent" VALIDATE CONSTRAINT "JobEvent_until";
