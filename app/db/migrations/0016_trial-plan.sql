ALTER TABLE "billing_accounts" ADD COLUMN "trial_plan" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "carried_cents" bigint DEFAULT 0 NOT NULL;