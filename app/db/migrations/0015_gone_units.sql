ALTER TABLE "meters" ADD COLUMN "gone_visitors" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "meters" ADD COLUMN "gone_impressions" bigint DEFAULT 0 NOT NULL;