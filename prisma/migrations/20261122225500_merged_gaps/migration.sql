-- additive
-- The gap that a person has merged another one into.
ALTER TABLE "Gap" ADD COLUMN "mergedIntoId" TEXT;

ALTER TABLE "Gap" ADD CONSTRAINT "Gap_mergedIntoId_fkey" FOREIGN KEY ("mergedIntoId") REFERENCES "Gap"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "Gap_mergedIntoId_idx" ON "Gap"("mergedIntoId");
