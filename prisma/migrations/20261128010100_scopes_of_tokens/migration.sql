-- additive
-- A program may ask for fewer scopes than it has when it refreshes.
ALTER TABLE "OAuthToken" ADD COLUMN "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];
