-- CreateTable
CREATE TABLE "KeyUse" (
    "keyId" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "KeyUse_pkey" PRIMARY KEY ("keyId","hour")
);

-- CreateIndex
CREATE INDEX "KeyUse_hour_idx" ON "KeyUse"("hour");

-- AddForeignKey
ALTER TABLE "KeyUse" ADD CONSTRAINT "KeyUse_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;
