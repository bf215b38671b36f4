ALTER TABLE "billing_accounts" ADD COLUMN "trial_plan" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "carried_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A trial that runs has the plan of its organization, unless a subscription gave it or ended it before.
UPDATE "billing_accounts" SET "trial_plan" = "teams"."plan" FROM "teams"
WHERE "teams"."id" = "billing_accounts"."team_id"
  AND "billing_accounts"."trial_ends_at" IS NOT NULL
  AND "teams"."plan" IS DISTINCT FROM "billing_accounts"."plan_before_trial"
  AND "teams"."plan" NOT LIKE 'free%'
  AND NOT EXISTS (
    SELECT FROM "subscriptions"
    WHERE "subscriptions"."team_id" = "teams"."id"
      AND "subscriptions"."type" = 'default'
      AND "subscriptions"."state" NOT IN ('incomplete', 'ended')
  );
