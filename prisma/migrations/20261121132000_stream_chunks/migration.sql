-- Answers on their way, for clients that come back: of no worth after a crash, so no log of changes is written for them.
CREATE UNLOGGED TABLE "AnswerStream" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "chatId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "aliveAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "isDelivered" BOOLEAN NOT NULL DEFAULT false,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "AnswerStream_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "AnswerStream_projectId_keyId_chatId_idx" ON "AnswerStream"("projectId", "keyId", "chatId");
CREATE INDEX "AnswerStream_aliveAt_idx" ON "AnswerStream"("aliveAt");

CREATE UNLOGGED TABLE "AnswerStreamBatch" (
    "streamId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "pieces" JSON NOT NULL,

    CONSTRAINT "AnswerStreamBatch_pkey" PRIMARY KEY ("streamId","seq")
);

ALTER TABLE "AnswerStream" ADD CONSTRAINT "AnswerStream_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AnswerStreamBatch" ADD CONSTRAINT "AnswerStreamBatch_streamId_fkey" FOREIGN KEY ("streamId") REFERENCES "AnswerStream"("id") ON DELETE CASCADE ON UPDATE CASCADE;
