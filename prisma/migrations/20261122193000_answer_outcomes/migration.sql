-- How an answer ended, in full. "category" stays what earlier versions know of it: null for what is neither answered nor unanswered.
CREATE TYPE "AnswerOutcome" AS ENUM ('answered', 'partly_answered', 'unanswered', 'off_topic', 'asked_back');

ALTER TABLE "ThreadTurn" ADD COLUMN "outcome" "AnswerOutcome";

-- Where a person answers what the pages do not, and whether answers end with what to ask next.
ALTER TABLE "Project" ADD COLUMN "supportContact" TEXT,
  ADD COLUMN "hasSuggestions" BOOLEAN NOT NULL DEFAULT true;
