-- additive
-- Events are partitioned by time: one part for those of before, one for each week, and one for times that no week was made for.
DO $$
DECLARE
  ends TIMESTAMPTZ;
BEGIN
  SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''')::timestamptz INTO STRICT ends
  FROM pg_constraint WHERE conname = 'JobEvent_until' AND conrelid = '"JobEvent"'::regclass;

  ALTER TABLE "JobEvent" RENAME TO "JobEvent_early";
  ALTER TABLE "JobEvent_early" RENAME CONSTRAINT "JobEvent_pkey" TO "JobEvent_early_pkey";
  ALTER INDEX "JobEvent_createdAt_idx" RENAME TO "JobEvent_early_createdAt_idx";

  -- The key is the parts' own: it would need the time in it, and every old event would have to be indexed again. That no number is
  -- given twice, the lock of the job's row sees to.
  CREATE TABLE "JobEvent" (
      "jobId" TEXT NOT NULL,
      "seq" INTEGER NOT NULL,
      "type" TEXT NOT NULL,
      "data" JSON NOT NULL,
      "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
  ) PARTITION BY RANGE ("createdAt");
  CREATE INDEX "JobEvent_createdAt_idx" ON "JobEvent"("createdAt");
  EXECUTE format('ALTER TABLE "JobEvent" ATTACH PARTITION "JobEvent_early" FOR VALUES FROM (MINVALUE) TO (%L)', ends);
  ALTER TABLE "JobEvent_early" DROP CONSTRAINT "JobEvent_until", DROP CONSTRAINT "JobEvent_jobId_fkey";

  CREATE TABLE "JobEvent_other" (
      LIKE "JobEvent" INCLUDING DEFAULTS,
      CONSTRAINT "JobEvent_other_pkey" PRIMARY KEY ("jobId", "seq")
  );
  ALTER TABLE "JobEvent" ATTACH PARTITION "JobEvent_other" DEFAULT;
END $$;

-- In place of a foreign key, which would look into every part for each job that is deleted.
CREATE FUNCTION "deleteEventsOfJobs"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "JobEvent" WHERE "jobId" = ANY (ARRAY(SELECT id FROM gone));
  RETURN NULL;
END $$;
CREATE TRIGGER "Job_events" AFTER DELETE ON "Job" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "deleteEventsOfJobs"();

-- Versions of before delete old events by their place in the table (`ctid`), which two parts may share.
CREATE FUNCTION "refuseDeleteByPlace"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF position('event.ctid' IN current_query()) > 0 THEN
    RAISE EXCEPTION 'A newer Docsteward deletes old events in this database. Update this process.';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "JobEvent_by_place" BEFORE DELETE ON "JobEvent" FOR EACH STATEMENT EXECUTE FUNCTION "refuseDeleteByPlace"();
