-- How a project's widget looks on its website, as far as it was set. Older code leaves the column alone.
ALTER TABLE "Project" ADD COLUMN "widget" JSONB NOT NULL DEFAULT '{}';
