-- additive
-- What a project's jobs and answers of a day took, by model: counted once the day is over, so that usage reads no job of the past.
CREATE TABLE "UsageDay" (
    "projectId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "inputTokens" DOUBLE PRECISION NOT NULL,
    "outputTokens" DOUBLE PRECISION NOT NULL,
    "costMicroUsd" BIGINT NOT NULL,
    "costliest" TEXT[] NOT NULL,
    "costliestMicroUsd" BIGINT[] NOT NULL,

    CONSTRAINT "UsageDay_pkey" PRIMARY KEY ("projectId", "day", "source", "model")
);

CREATE INDEX "UsageDay_day_idx" ON "UsageDay"("day");

ALTER TABLE "UsageDay" ADD CONSTRAINT "UsageDay_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
