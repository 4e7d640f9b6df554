-- additive
-- How many answers a model judged right, and when a version of the index was last tested with a golden question.
ALTER TABLE "EvalRun" ADD COLUMN "judged" INTEGER;
ALTER TABLE "GoldenQuestion" ADD COLUMN "checkedAt" TIMESTAMPTZ(3);
