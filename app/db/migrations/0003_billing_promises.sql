ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_past_due_check";--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "plan_before_trial" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "due_cents" bigint;--> statement-breakpoint
ALTER TABLE "business_metrics" ADD COLUMN "monthly_net_cents" bigint;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_past_due_check" CHECK ("subscriptions"."state" = 'cancelled'
        or ("subscriptions"."state" = 'past_due') = ("subscriptions"."past_due_since" is not null));