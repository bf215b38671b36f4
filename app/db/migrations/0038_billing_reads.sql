ALTER TABLE "billing_accounts" ADD COLUMN "reads_started" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "read_stored" bigint DEFAULT 0 NOT NULL;