-- additive
-- People connect their programs to the MCP servers of a project by signing in (OAuth).
CREATE TABLE "ClientSignIn" (
    "projectId" TEXT NOT NULL,
    "readers" TEXT,
    "isTeam" BOOLEAN NOT NULL DEFAULT false,
    "issuer" TEXT,
    "clientId" TEXT,
    "clientSecret" TEXT,
    "scopes" TEXT NOT NULL DEFAULT 'profile email',
    "groupsClaim" TEXT NOT NULL DEFAULT 'groups',
    "sessionDays" INTEGER NOT NULL DEFAULT 7,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ClientSignIn_pkey" PRIMARY KEY ("projectId")
);

CREATE TABLE "OAuthRequest" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "clientName" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "state" TEXT,
    "scopes" TEXT[],
    "codeChallenge" TEXT NOT NULL,
    "stateHash" TEXT,
    "codeHash" TEXT,
    "userId" TEXT,
    "issuer" TEXT,
    "subject" TEXT,
    "personName" TEXT,
    "groups" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "grantId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OAuthRequest_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "OAuthGrant" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "clientName" TEXT NOT NULL,
    "scopes" TEXT[],
    "userId" TEXT,
    "issuer" TEXT,
    "subject" TEXT,
    "personName" TEXT,
    "groups" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OAuthGrant_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "OAuthToken" (
    "hash" TEXT NOT NULL,
    "grantId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OAuthToken_pkey" PRIMARY KEY ("hash")
);

CREATE UNIQUE INDEX "OAuthRequest_stateHash_key" ON "OAuthRequest"("stateHash");
CREATE UNIQUE INDEX "OAuthRequest_codeHash_key" ON "OAuthRequest"("codeHash");
CREATE INDEX "OAuthRequest_projectId_idx" ON "OAuthRequest"("projectId");
CREATE INDEX "OAuthRequest_userId_idx" ON "OAuthRequest"("userId");
CREATE INDEX "OAuthRequest_createdAt_idx" ON "OAuthRequest"("createdAt");
CREATE INDEX "OAuthGrant_projectId_createdAt_idx" ON "OAuthGrant"("projectId", "createdAt");
CREATE INDEX "OAuthGrant_userId_idx" ON "OAuthGrant"("userId");
CREATE INDEX "OAuthGrant_expiresAt_idx" ON "OAuthGrant"("expiresAt");
CREATE INDEX "OAuthToken_grantId_idx" ON "OAuthToken"("grantId");
CREATE INDEX "OAuthToken_expiresAt_idx" ON "OAuthToken"("expiresAt");

ALTER TABLE "ClientSignIn" ADD CONSTRAINT "ClientSignIn_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OAuthRequest" ADD CONSTRAINT "OAuthRequest_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OAuthRequest" ADD CONSTRAINT "OAuthRequest_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OAuthGrant" ADD CONSTRAINT "OAuthGrant_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OAuthGrant" ADD CONSTRAINT "OAuthGrant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OAuthToken" ADD CONSTRAINT "OAuthToken_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "OAuthGrant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER notify_access AFTER INSERT OR UPDATE OR DELETE ON "ClientSignIn"
FOR EACH ROW EXECUTE FUNCTION notify_access('{}');
