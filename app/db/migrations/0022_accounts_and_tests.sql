ALTER TABLE "users" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "tested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "tested_cents" bigint;--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "tested_currency" text;--> statement-breakpoint
ALTER TABLE "pixel_hosts" ADD COLUMN "is_secure" boolean DEFAULT true NOT NULL;