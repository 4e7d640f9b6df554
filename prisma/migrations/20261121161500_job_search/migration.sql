-- AlterTable
ALTER TABLE "Job" ADD COLUMN "retryOfId" TEXT,
ADD COLUMN "search" tsvector;

-- CreateIndex
CREATE INDEX "Job_search_idx" ON "Job" USING GIN ("search");

-- The words by which people find a job. What joins words in paths and names parts them here, so that `install` finds
-- `docs/install.md`; no language is assumed. The reader of a search does the same (services, job/to-search-words.ts).
CREATE FUNCTION job_words(content TEXT) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT to_tsvector('simple', translate(left(content, 10000), './\_-:@=#&<>''"`', '               '))
$$;

-- A job is found by what was asked and by its title. The first messages alone: a row holds at most 1 MB of words.
CREATE FUNCTION add_words_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Job" SET "search" = COALESCE("search", ''::tsvector) || job_words(NEW.content) WHERE id = NEW."jobId";
  RETURN NULL;
END
$$;

CREATE TRIGGER "JobMessage_words" AFTER INSERT ON "JobMessage"
FOR EACH ROW WHEN (NEW.role = 'user' AND NEW.seq <= 20) EXECUTE FUNCTION add_words_of_message();

CREATE FUNCTION add_words_of_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."search" := COALESCE(NEW."search", ''::tsvector) || job_words(left(NEW.title, 1000));
  RETURN NEW;
END
$$;

CREATE TRIGGER "Job_words" BEFORE UPDATE OF title ON "Job"
FOR EACH ROW WHEN (NEW.title IS DISTINCT FROM OLD.title AND NEW.title IS NOT NULL) EXECUTE FUNCTION add_words_of_title();

UPDATE "Job" job SET "search" = job_words(COALESCE(job.title, '')) || COALESCE((
  SELECT job_words(string_agg(left(message.content, 10000), ' ' ORDER BY message.seq))
  FROM "JobMessage" message WHERE message."jobId" = job.id AND message.role = 'user' AND message.seq <= 20
), ''::tsvector);
