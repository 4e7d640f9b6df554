-- additive
-- A comment that started a job, on a pull request that no job made: where it is, and the one comment that answers it. Null in rows of comments on a job's own pull request.
ALTER TABLE "GitHubMention" ADD COLUMN "repository" TEXT,
  ADD COLUMN "hostRepositoryId" TEXT,
  ADD COLUMN "grantedAccount" TEXT,
  ADD COLUMN "replyId" TEXT,
  ADD COLUMN "claimedUntil" TIMESTAMPTZ(3);
