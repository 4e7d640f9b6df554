-- CreateTable
CREATE TABLE "ModelProvider" (
    "ownerId" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "baseUrl" TEXT,
    "modelId" TEXT NOT NULL,
    "opusModelId" TEXT,
    "apiKey" TEXT,
    "last4" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ModelProvider_pkey" PRIMARY KEY ("ownerId")
);

-- CreateIndex
CREATE INDEX "ModelProvider_organizationId_idx" ON "ModelProvider"("organizationId");

-- AddForeignKey
ALTER TABLE "ModelProvider" ADD CONSTRAINT "ModelProvider_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Every process remembers it for some seconds, like the keys.
CREATE TRIGGER notify_access AFTER INSERT OR UPDATE OR DELETE ON "ModelProvider"
FOR EACH ROW EXECUTE FUNCTION notify_access('{}');
