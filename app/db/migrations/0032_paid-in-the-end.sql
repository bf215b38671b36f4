ALTER TABLE "subscriptions" ADD COLUMN "paid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "overdue_end_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "overdue_end_terms" jsonb;