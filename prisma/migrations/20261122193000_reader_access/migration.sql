-- How readers of a project prove their groups. Without a row every reader may read every page, as before.
CREATE TABLE "ReaderAccess" (
    "projectId" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "secret" TEXT,
    "keySetUrl" TEXT,
    "issuer" TEXT,
    "groupsClaim" TEXT NOT NULL DEFAULT 'groups',
    "isByNavigation" BOOLEAN NOT NULL DEFAULT true,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "ReaderAccess_pkey" PRIMARY KEY ("projectId"),
    CONSTRAINT "ReaderAccess_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TRIGGER notify_access AFTER INSERT OR UPDATE OR DELETE ON "ReaderAccess"
FOR EACH ROW EXECUTE FUNCTION notify_access('{}');

-- Groups that the bearer of an assistant key is in.
ALTER TABLE "ApiKey" ADD COLUMN "groups" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- The groups that an answer was given for; null where groups were not enforced.
ALTER TABLE "ThreadTurn" ADD COLUMN "readerGroups" JSON;
