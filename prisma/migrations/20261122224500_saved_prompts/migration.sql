-- additive
-- Prompts that a project's people use again.
CREATE TABLE "SavedPrompt" (
  "id" TEXT NOT NULL,
  "projectId" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "prompt" TEXT NOT NULL,
  "createdById" TEXT,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "SavedPrompt_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "SavedPrompt_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "SavedPrompt_projectId_name_key" ON "SavedPrompt"("projectId", "name");
