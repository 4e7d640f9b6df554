-- Figures that whoever may raise limits has set before there were grants get one: those whose last entry in the audit log, for the same
-- figure, is of the operator or of a person who owns the first organization. All others are read as the default at most.
CREATE FUNCTION pg_temp.may_raise(kind TEXT, actor TEXT) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT kind = 'operator' OR (kind = 'user' AND EXISTS (
    SELECT 1 FROM "Membership" member
    WHERE member."userId" = actor AND member.role = 'owner' AND member."organizationId" = (
      SELECT id FROM "Organization" ORDER BY "createdAt", id LIMIT 1)))
$$;

CREATE FUNCTION pg_temp.granted(owner TEXT, organization TEXT, figures JSONB) RETURNS JSONB LANGUAGE sql STABLE AS $$
  SELECT COALESCE(jsonb_object_agg(figure.key, figure.value), '{}')
  FROM jsonb_each(figures) figure
  CROSS JOIN LATERAL (
    SELECT event."actorKind", event."actorId", event.details::jsonb -> figure.key AS value FROM "AuditEvent" event
    WHERE event."organizationId" = organization AND event."targetId" = owner AND event.action = 'limit.set'
      AND event.details::jsonb ? figure.key
    ORDER BY event."createdAt" DESC, event.id DESC LIMIT 1) last
  WHERE last.value = figure.value AND pg_temp.may_raise(last."actorKind", last."actorId")
$$;

UPDATE "Organization" SET "grantedJobLimits" = pg_temp.granted(id, id, "jobLimits") || "grantedJobLimits"
WHERE "jobLimits" <> '{}';

UPDATE "Project" SET "grantedJobLimits" = pg_temp.granted(id, "organizationId", "jobLimits") || "grantedJobLimits"
WHERE "jobLimits" <> '{}';

UPDATE "LimitOverride" override SET "grantedQuota" = override.quota
WHERE override."grantedQuota" IS NULL AND (
  SELECT (last.details::jsonb -> 'quota') = to_jsonb(override.quota) AND pg_temp.may_raise(last."actorKind", last."actorId")
  FROM "AuditEvent" last
  WHERE last."organizationId" = override."organizationId" AND last."targetId" = override."ownerId"
    AND last.action IN ('limit.set', 'limit.cleared') AND last.details::jsonb ->> 'name' = override.name
  ORDER BY last."createdAt" DESC, last.id DESC LIMIT 1);
