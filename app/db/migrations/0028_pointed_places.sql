ALTER TABLE "preview_tabs" ADD COLUMN "points_for" "bytea";--> statement-breakpoint
ALTER TABLE "preview_tabs" ADD COLUMN "place" jsonb;--> statement-breakpoint
ALTER TABLE "preview_tabs" ADD COLUMN "places" smallint DEFAULT 0 NOT NULL;