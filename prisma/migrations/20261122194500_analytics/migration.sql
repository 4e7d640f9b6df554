-- Who asked: a page in a browser, a server, or something else. Null for answers of before.
ALTER TABLE "ThreadTurn" ADD COLUMN "caller" TEXT;
ALTER TABLE "ThreadTurn" ADD COLUMN "topicId" TEXT;

CREATE TABLE "AssistantDay" (
    "projectId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "questions" INTEGER NOT NULL,
    "answered" INTEGER NOT NULL,
    "unanswered" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "deflected" INTEGER NOT NULL,
    "up" INTEGER NOT NULL,
    "down" INTEGER NOT NULL,
    "web" INTEGER NOT NULL,
    "api" INTEGER NOT NULL,
    "other" INTEGER NOT NULL,
    "countedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "AssistantDay_pkey" PRIMARY KEY ("projectId", "day"),
    CONSTRAINT "AssistantDay_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "CitedPageDay" (
    "projectId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "path" TEXT NOT NULL,
    "citations" INTEGER NOT NULL,
    "up" INTEGER NOT NULL,
    "down" INTEGER NOT NULL,
    CONSTRAINT "CitedPageDay_pkey" PRIMARY KEY ("projectId", "day", "path"),
    CONSTRAINT "CitedPageDay_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "SearchDay" (
    "projectId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "query" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "lastSearchedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "SearchDay_pkey" PRIMARY KEY ("projectId", "day", "query"),
    CONSTRAINT "SearchDay_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "SearchClickDay" (
    "projectId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "query" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "clicks" INTEGER NOT NULL,
    CONSTRAINT "SearchClickDay_pkey" PRIMARY KEY ("projectId", "day", "query", "path"),
    CONSTRAINT "SearchClickDay_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Topic" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "lastAskedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "Topic_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Topic_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Topic_projectId_lastAskedAt_idx" ON "Topic"("projectId", "lastAskedAt" DESC);
ALTER TABLE "ThreadTurn" ADD CONSTRAINT "ThreadTurn_topicId_fkey" FOREIGN KEY ("topicId") REFERENCES "Topic"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "ThreadTurn_topicId_createdAt_idx" ON "ThreadTurn"("topicId", "createdAt");
