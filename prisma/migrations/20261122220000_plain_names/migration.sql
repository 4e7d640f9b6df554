-- breaking: it renames columns, a table and functions that every earlier version uses
-- Renamed, not copied: two columns for one fact would need triggers in both directions, and the old names would stay in the tables.
SET LOCAL lock_timeout = '5s';

-- The number in a project and the trigger that kept it served versions from before a project could change its repository.
DROP TRIGGER "PullRequest_repository" ON "PullRequest";
DROP FUNCTION note_pull_request_repository();
ALTER TABLE "PullRequest"
  DROP COLUMN "number",
  ALTER COLUMN "hostNumber" DROP DEFAULT,
  ALTER COLUMN "repository" DROP DEFAULT,
  ALTER COLUMN "repositoryKey" DROP DEFAULT;
ALTER TABLE "PullRequest" RENAME COLUMN "hostNumber" TO "number";
ALTER INDEX "PullRequest_projectId_repositoryKey_hostNumber_key" RENAME TO "PullRequest_projectId_repositoryKey_number_key";
ALTER INDEX "PullRequest_repositoryKey_hostNumber_idx" RENAME TO "PullRequest_repositoryKey_number_idx";

ALTER TABLE "SiteIndex" RENAME COLUMN "ground" TO "fingerprint";
ALTER TABLE "SiteIndex" RENAME COLUMN "takenRequest" TO "handledRequest";
ALTER TABLE "SiteIndex" RENAME COLUMN "lostRuns" TO "consecutiveLosses";
ALTER TABLE "SiteIndex" RENAME COLUMN "lookedAt" TO "lastPolledAt";
ALTER INDEX "SiteIndex_lookedAt_idx" RENAME TO "SiteIndex_lastPolledAt_idx";

ALTER TABLE "WebhookEndpoint" RENAME COLUMN "oldSecret" TO "previousSecret";
ALTER TABLE "WebhookEndpoint" RENAME COLUMN "oldSecretEnds" TO "previousSecretExpiresAt";
ALTER TABLE "WebhookDelivery" RENAME COLUMN "tries" TO "attemptCount";
ALTER TABLE "WebhookDelivery" RENAME COLUMN "nextTryAt" TO "nextAttemptAt";

ALTER TABLE "AnswerStream" RENAME COLUMN "aliveAt" TO "heartbeatAt";
ALTER INDEX "AnswerStream_aliveAt_idx" RENAME TO "AnswerStream_heartbeatAt_idx";
ALTER TABLE "AnswerStreamBatch" RENAME COLUMN "pieces" TO "chunks";

ALTER TABLE "JobStep" RENAME TO "JournalEntry";
ALTER INDEX "JobStep_pkey" RENAME TO "JournalEntry_pkey";
ALTER TABLE "JournalEntry" RENAME CONSTRAINT "JobStep_jobId_fkey" TO "JournalEntry_jobId_fkey";
ALTER TABLE "Job" RENAME COLUMN "lastStepSeq" TO "lastEntrySeq";
ALTER TABLE "Job" RENAME COLUMN "lossStepSeq" TO "lossEntrySeq";
ALTER TABLE "Job" RENAME COLUMN "lastRecordId" TO "lastWriteId";

ALTER FUNCTION give_back_limits(TEXT[], TIMESTAMPTZ[]) RENAME TO release_limits;

-- The terms by which people find a job. What joins terms in paths and names parts them here, so that `install` finds
-- `docs/install.md`; no language is assumed. The reader of a search does the same (services, job/list.ts).
ALTER FUNCTION job_words(TEXT) RENAME TO job_search_terms;

ALTER TRIGGER "JobMessage_words" ON "JobMessage" RENAME TO "JobMessage_search";
ALTER FUNCTION add_words_of_message() RENAME TO add_search_terms_of_message;
CREATE OR REPLACE FUNCTION add_search_terms_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Job" SET "search" = COALESCE("search", ''::tsvector) || job_search_terms(NEW.content) WHERE id = NEW."jobId";
  RETURN NULL;
END
$$;

ALTER TRIGGER "Job_words" ON "Job" RENAME TO "Job_search";
ALTER FUNCTION add_words_of_title() RENAME TO add_search_terms_of_title;
CREATE OR REPLACE FUNCTION add_search_terms_of_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."search" := COALESCE(NEW."search", ''::tsvector) || job_search_terms(left(NEW.title, 1000));
  RETURN NEW;
END
$$;
