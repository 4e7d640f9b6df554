-- additive
-- Events are kept by week from now on. Those of before become one part, until the second Monday from here. This condition proves it, so that the part needs no scan under a lock.
DO $$
DECLARE
  newest TIMESTAMPTZ;
BEGIN
  LOCK TABLE "JobEvent" IN ACCESS EXCLUSIVE MODE;
  SELECT GREATEST(max("createdAt"), now()) INTO newest FROM "JobEvent";
  EXECUTE format('ALTER TABLE "JobEvent" ADD CONSTRAINT "JobEvent_until" CHECK ("createdAt" < %L) NOT VALID',
    date_trunc('week', newest, 'UTC') + interval '336 hours');
END $$;
