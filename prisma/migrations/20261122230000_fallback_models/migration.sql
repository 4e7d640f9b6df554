-- additive
-- What the jobs of a provider from the dashboard turn to while their model is overloaded.
ALTER TABLE "ModelProvider" ADD COLUMN "fallbackModelId" TEXT;
