ALTER TABLE "billing_accounts" ADD COLUMN "ordered_plan_id" text;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "ordered_by" bigint;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "ordered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_ordered_by_users_id_fk" FOREIGN KEY ("ordered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;