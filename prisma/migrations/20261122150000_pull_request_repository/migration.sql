-- A number names a pull request together with its repository: a project may be given another one, which counts from 1 again.

-- AlterTable
ALTER TABLE "Job" ADD COLUMN "hostRepositoryId" TEXT;

-- AlterTable
ALTER TABLE "PullRequest"
  ADD COLUMN "repository" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "repositoryKey" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "hostNumber" INTEGER NOT NULL DEFAULT 0,
  ALTER COLUMN "number" SET DEFAULT 0;

UPDATE "Job"
SET "hostRepositoryId" = project."hostRepositoryId"
FROM "Project" project
WHERE project.id = "Job"."projectId" AND project.repository = "Job".repository AND project."hostRepositoryId" IS NOT NULL;

UPDATE "PullRequest"
SET "hostNumber" = pull.number,
  repository = source.repository,
  "repositoryKey" = CASE
    WHEN source.host_id IS NOT NULL THEN 'github:' || source.host_id
    WHEN source.repository LIKE 'file:%' THEN source.repository
    ELSE lower(source.repository)
  END
FROM "PullRequest" pull
JOIN "Project" project ON project.id = pull."projectId"
LEFT JOIN "Job" job ON job.id = pull."jobId" AND job."projectId" = pull."projectId"
CROSS JOIN LATERAL (
  SELECT
    coalesce(job.repository, project.repository) AS repository,
    CASE WHEN job.id IS NULL THEN project."hostRepositoryId" ELSE job."hostRepositoryId" END AS host_id
) source
WHERE "PullRequest".id = pull.id;

-- CreateIndex
CREATE UNIQUE INDEX "PullRequest_projectId_repositoryKey_hostNumber_key" ON "PullRequest"("projectId", "repositoryKey", "hostNumber");

-- CreateIndex
CREATE INDEX "PullRequest_repositoryKey_hostNumber_idx" ON "PullRequest"("repositoryKey", "hostNumber");

-- Whoever makes a job need not know how its host names the repository.
CREATE FUNCTION note_job_repository() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."hostRepositoryId" IS NULL THEN
    SELECT "hostRepositoryId" INTO NEW."hostRepositoryId"
    FROM "Project" WHERE id = NEW."projectId" AND repository = NEW.repository;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "Job_repository" BEFORE INSERT ON "Job" FOR EACH ROW EXECUTE FUNCTION note_job_repository();

-- Code from before writes "number" alone, and conflicts on it. Code of today writes "hostNumber", and "number" gets the same where
-- that is free in the project, else one that no pull request has.
CREATE FUNCTION note_pull_request_repository() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  host_id TEXT;
BEGIN
  IF NEW."hostNumber" = 0 THEN
    NEW."hostNumber" := NEW.number;
  ELSIF NEW.number = 0 THEN
    NEW.number := NEW."hostNumber";
    IF EXISTS (SELECT 1 FROM "PullRequest" WHERE "projectId" = NEW."projectId" AND number = NEW.number AND "repositoryKey" <> NEW."repositoryKey") THEN
      NEW.number := (SELECT least(min(number), 0) - 1 FROM "PullRequest" WHERE "projectId" = NEW."projectId");
    END IF;
  END IF;
  IF NEW."repositoryKey" = '' THEN
    SELECT coalesce(job.repository, project.repository),
      CASE WHEN job.id IS NULL THEN project."hostRepositoryId" ELSE job."hostRepositoryId" END
    INTO NEW.repository, host_id
    FROM "Project" project LEFT JOIN "Job" job ON job.id = NEW."jobId" AND job."projectId" = project.id
    WHERE project.id = NEW."projectId";
    NEW."repositoryKey" := CASE
      WHEN host_id IS NOT NULL THEN 'github:' || host_id
      WHEN NEW.repository LIKE 'file:%' THEN NEW.repository
      ELSE lower(NEW.repository)
    END;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "PullRequest_repository" BEFORE INSERT ON "PullRequest" FOR EACH ROW EXECUTE FUNCTION note_pull_request_repository();
