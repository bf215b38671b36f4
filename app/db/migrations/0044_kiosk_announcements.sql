DROP INDEX "announcements_created_at_idx";--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "shell" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "plans" text[];--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "published_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "announcements_published_at_idx" ON "announcements" USING btree ("published_at");--> statement-breakpoint
-- By hand: what was there is published, since it was written.
UPDATE "announcements" SET "published_at" = "created_at";
