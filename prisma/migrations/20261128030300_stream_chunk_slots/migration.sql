-- additive
-- Chunks of answers are partitioned by the hour of their writing, modulo 4. They live for minutes: before an hour writes into its part again, the part is emptied as a whole.
ALTER TABLE "AnswerStreamBatch" RENAME TO "AnswerStreamBatch_before";
ALTER TABLE "AnswerStreamBatch_before" RENAME CONSTRAINT "AnswerStreamBatch_pkey" TO "AnswerStreamBatch_before_pkey";

CREATE TABLE "AnswerStreamBatch" (
    "streamId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "chunks" JSON NOT NULL,
    "slot" SMALLINT NOT NULL DEFAULT ((floor(EXTRACT(epoch FROM now()) / 3600))::bigint % 4)
) PARTITION BY LIST ("slot");

-- Parts without a log of changes can refer to a table without one; the whole could not.
DO $$
BEGIN
  FOR slot IN 0..3 LOOP
    EXECUTE format('CREATE UNLOGGED TABLE "AnswerStreamBatch_%1$s" (
        LIKE "AnswerStreamBatch" INCLUDING DEFAULTS,
        CONSTRAINT "AnswerStreamBatch_%1$s_pkey" PRIMARY KEY ("streamId", "seq"),
        CONSTRAINT "AnswerStreamBatch_%1$s_streamId_fkey" FOREIGN KEY ("streamId") REFERENCES "AnswerStream"("id") ON DELETE CASCADE ON UPDATE CASCADE
      )', slot);
    EXECUTE format('ALTER TABLE "AnswerStreamBatch" ATTACH PARTITION "AnswerStreamBatch_%1$s" FOR VALUES IN (%1$s)', slot);
  END LOOP;
END $$;

INSERT INTO "AnswerStreamBatch" ("streamId", "seq", "chunks") SELECT "streamId", "seq", "chunks" FROM "AnswerStreamBatch_before";
DROP TABLE "AnswerStreamBatch_before";
