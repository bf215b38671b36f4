ALTER TABLE "product_feeds" ADD COLUMN "fault_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product_feeds" ADD COLUMN "reasons" jsonb DEFAULT '[]'::jsonb NOT NULL;