-- additive
-- Answers to mentions in issues need another permission than those on pull requests.
ALTER TABLE "GitHubMention" ADD COLUMN "isInIssue" BOOLEAN NOT NULL DEFAULT false;
