-- CreateTable
CREATE TABLE "GitHubPerson" (
    "id" TEXT NOT NULL,
    "login" TEXT NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GitHubPerson_pkey" PRIMARY KEY ("id")
);
