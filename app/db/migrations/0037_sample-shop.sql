ALTER TABLE "teams" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_shops" ADD COLUMN "filled_until" timestamp (3) with time zone;