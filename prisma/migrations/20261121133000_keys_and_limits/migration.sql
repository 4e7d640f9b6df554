-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "replacedById" TEXT;

-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "requestId" TEXT;

-- CreateTable
CREATE TABLE "LimitOverride" (
    "organizationId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "quota" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LimitOverride_pkey" PRIMARY KEY ("ownerId","name")
);

-- CreateTable
CREATE TABLE "DeprecatedCall" (
    "keyId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "operation" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "DeprecatedCall_pkey" PRIMARY KEY ("keyId","day","operation")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "projectId" TEXT,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "action" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "details" JSON NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "LimitOverride_organizationId_idx" ON "LimitOverride"("organizationId");

-- CreateIndex
CREATE INDEX "AuditEvent_organizationId_createdAt_id_idx" ON "AuditEvent"("organizationId", "createdAt" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "LimitOverride" ADD CONSTRAINT "LimitOverride_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeprecatedCall" ADD CONSTRAINT "DeprecatedCall_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditEvent" ADD CONSTRAINT "AuditEvent_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A counter is rewritten with every call: room on its page keeps the new versions beside the old.
ALTER TABLE "LimitCounter" SET (fillfactor = 50);

-- Counts one use against several limits: all of them, or none when one is used up. Rows are locked in the order of their keys,
-- so two calls never wait for each other; a call that is over already is refused without waiting for anybody.
CREATE FUNCTION consume_limits(keys TEXT[], starts TIMESTAMPTZ[], quotas INTEGER[])
RETURNS TABLE (key TEXT, used INTEGER, accepted BOOLEAN)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  is_accepted BOOLEAN := false;
BEGIN
  -- Waiting for the disk would hold the row for every caller of the key; what a crash of the server loses are uses of its last moments.
  PERFORM set_config('synchronous_commit', 'off', true);
  IF NOT EXISTS (
    SELECT FROM unnest(keys, starts, quotas) AS wanted(key, start, quota)
    LEFT JOIN "LimitCounter" counter ON counter.key = wanted.key AND counter."windowStart" = wanted.start
    WHERE coalesce(counter.count, 0) >= wanted.quota
  ) THEN
    INSERT INTO "LimitCounter" (key, "windowStart", count)
    SELECT wanted.key, wanted.start, 0 FROM unnest(keys, starts) AS wanted(key, start) ORDER BY wanted.key
    ON CONFLICT DO NOTHING;
    PERFORM FROM "LimitCounter" counter
    JOIN unnest(keys, starts) AS wanted(key, start) ON counter.key = wanted.key AND counter."windowStart" = wanted.start
    ORDER BY counter.key FOR UPDATE OF counter;
    is_accepted := NOT EXISTS (
      SELECT FROM unnest(keys, starts, quotas) AS wanted(key, start, quota)
      JOIN "LimitCounter" counter ON counter.key = wanted.key AND counter."windowStart" = wanted.start
      WHERE counter.count >= wanted.quota
    );
    IF is_accepted THEN
      UPDATE "LimitCounter" counter SET count = counter.count + 1
      FROM unnest(keys, starts) AS wanted(key, start)
      WHERE counter.key = wanted.key AND counter."windowStart" = wanted.start;
    END IF;
  END IF;
  RETURN QUERY
  SELECT wanted.key, coalesce(counter.count, 0), is_accepted
  FROM unnest(keys, starts) AS wanted(key, start)
  LEFT JOIN "LimitCounter" counter ON counter.key = wanted.key AND counter."windowStart" = wanted.start;
END
$$;

-- Takes back one use of each limit, in the same order.
CREATE FUNCTION give_back_limits(keys TEXT[], starts TIMESTAMPTZ[]) RETURNS VOID
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM FROM "LimitCounter" counter
  JOIN unnest(keys, starts) AS wanted(key, start) ON counter.key = wanted.key AND counter."windowStart" = wanted.start
  ORDER BY counter.key FOR UPDATE OF counter;
  UPDATE "LimitCounter" counter SET count = counter.count - 1
  FROM unnest(keys, starts) AS wanted(key, start)
  WHERE counter.key = wanted.key AND counter."windowStart" = wanted.start AND counter.count > 0;
END
$$;

-- What decides over a call is remembered by every process for some seconds. Whoever changes it, by whatever way, makes all forget.
CREATE FUNCTION notify_access() RETURNS TRIGGER
LANGUAGE plpgsql AS $$
DECLARE
  silent TEXT[] := TG_ARGV[0]::TEXT[];
BEGIN
  IF TG_OP <> 'UPDATE' OR to_jsonb(OLD) - silent IS DISTINCT FROM to_jsonb(NEW) - silent THEN
    PERFORM pg_notify('docsteward_access', '');
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER notify_access AFTER INSERT OR UPDATE OR DELETE ON "ApiKey"
FOR EACH ROW EXECUTE FUNCTION notify_access('{lastUsedAt}');
CREATE TRIGGER notify_access AFTER INSERT OR UPDATE OR DELETE ON "LimitOverride"
FOR EACH ROW EXECUTE FUNCTION notify_access('{updatedAt}');
CREATE TRIGGER notify_access AFTER UPDATE OR DELETE ON "Project"
FOR EACH ROW EXECUTE FUNCTION notify_access('{lastPullRequestNumber}');
CREATE TRIGGER notify_access AFTER UPDATE OR DELETE ON "Organization"
FOR EACH ROW EXECUTE FUNCTION notify_access('{}');
