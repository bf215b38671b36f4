ALTER TABLE "activities" ADD COLUMN "source_url" text;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "is_verified" boolean;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "earlier" jsonb;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "kept_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "missed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "unlisted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "is_unproved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "page_proof" jsonb;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "published_page" jsonb;--> statement-breakpoint
-- Reviews that connections brought count as listed now, so none disappears with this migration. What a
-- smart webhook brought is listed nowhere.
UPDATE activities SET confirmed_at = now(), kept_until = now() + interval '30 days'
FROM connections
WHERE connections.id = activities.connection_id AND activities.kind = 'review'
  AND connections.integration <> 'smart_webhook';
