ALTER TABLE "teams" RENAME COLUMN "billing" TO "metered_by";--> statement-breakpoint
ALTER TABLE "meters" RENAME COLUMN "billing" TO "metered_by";
