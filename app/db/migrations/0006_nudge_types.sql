DROP INDEX "claims_subject_key";--> statement-breakpoint
ALTER TABLE "claims" ALTER COLUMN "activity_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "basis" text DEFAULT 'activity' NOT NULL;--> statement-breakpoint
ALTER TABLE "nudges" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "nudges" ADD COLUMN "rules" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "nudges" ADD COLUMN "placement" jsonb;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_subject_key" UNIQUE NULLS NOT DISTINCT("nudge_id","nudge_version","activity_id","text");