-- additive
SET LOCAL lock_timeout = '5s';

-- What a job's pushes changed, and how many problems the last check left. Unknown for jobs of before.
ALTER TABLE "Job"
  ADD COLUMN "changedFiles" INTEGER,
  ADD COLUMN "addedLines" INTEGER,
  ADD COLUMN "deletedLines" INTEGER,
  ADD COLUMN "openProblems" INTEGER;

-- The member who takes care of a gap.
ALTER TABLE "Gap" ADD COLUMN "ownerId" TEXT;

ALTER TABLE "Gap" ADD CONSTRAINT "Gap_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE INDEX "Gap_ownerId_idx" ON "Gap"("ownerId");
