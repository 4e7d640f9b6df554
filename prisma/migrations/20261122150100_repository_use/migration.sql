-- AlterTable
ALTER TABLE "Project" ADD COLUMN "grantedAccount" TEXT;

-- What an operator gave a project stays given. What a person chose goes by the assignment of its account.
UPDATE "Project" project
SET "grantedAccount" = substring(project.repository FROM '([^/]+)/[^/]+$')
WHERE project.host = 'github'
  AND NOT EXISTS (
    SELECT 1 FROM "AuditEvent" event
    WHERE event."projectId" = project.id AND event."actorKind" <> 'operator'
      AND (event.action = 'project.created'
        OR (event.action = 'project.updated' AND event."actorKind" = 'user' AND event.details::jsonb ? 'repository'))
  );

-- Every process forgets the tokens that it has when an account is assigned to another organization, suspended or gone.
CREATE TRIGGER notify_access AFTER UPDATE OR DELETE ON "GitHubInstallation"
FOR EACH ROW EXECUTE FUNCTION notify_access('{updatedAt}');
