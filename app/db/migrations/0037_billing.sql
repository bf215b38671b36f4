CREATE TABLE "billing_accounts" (
	"team_id" bigint PRIMARY KEY NOT NULL,
	"stripe_id" text,
	"card_brand" text,
	"card_last_four" text,
	"card_country" text,
	"card_exp_month" smallint,
	"card_exp_year" smallint,
	"billing_name" text,
	"billing_address" text,
	"billing_address_line_2" text,
	"billing_city" text,
	"billing_state" text,
	"billing_zip" text,
	"billing_country" text,
	"vat_id" text,
	"vat_status" text,
	"extra_billing_information" text,
	"trial_ends_at" timestamp (3) with time zone,
	"app_sumo_code" text,
	"cancellation_offered_at" timestamp (3) with time zone,
	"busy_until" timestamp (3) with time zone,
	"busy_with" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"provider_id" text NOT NULL,
	"subscription_provider_id" text,
	"number" text,
	"state" text NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"period_started_at" timestamp (3) with time zone,
	"period_ends_at" timestamp (3) with time zone,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoices_currency_check" CHECK ("invoices"."currency" = 'usd')
);
--> statement-breakpoint
ALTER TABLE "invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"units" bigint NOT NULL,
	"price_cents" bigint NOT NULL,
	"provider_id" text,
	"state" text NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"receipt_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "purchases_paid_check" CHECK (("purchases"."state" = 'paid') = ("purchases"."paid_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "purchases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"type" text DEFAULT 'default' NOT NULL,
	"channel" text NOT NULL,
	"provider_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"provider_plan" text NOT NULL,
	"state" text NOT NULL,
	"provider_status" text NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"unit_cents" bigint NOT NULL,
	"discount" jsonb,
	"trial_ends_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"current_period_started_at" timestamp (3) with time zone,
	"current_period_ends_at" timestamp (3) with time zone,
	"is_lifetime" boolean DEFAULT false NOT NULL,
	"payment_receipt_url" text,
	"lifetime_forwarded_impressions" bigint,
	"past_due_since" timestamp (3) with time zone,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_ended_check" CHECK (("subscriptions"."state" = 'ended') = ("subscriptions"."ended_at" is not null)),
	CONSTRAINT "subscriptions_cancelled_check" CHECK ("subscriptions"."state" <> 'cancelled' or "subscriptions"."ends_at" is not null),
	CONSTRAINT "subscriptions_renewing_check" CHECK ("subscriptions"."state" not in ('trialing', 'active') or "subscriptions"."ends_at" is null),
	CONSTRAINT "subscriptions_trialing_check" CHECK ("subscriptions"."state" <> 'trialing' or "subscriptions"."trial_ends_at" is not null),
	CONSTRAINT "subscriptions_past_due_check" CHECK (("subscriptions"."state" = 'past_due') = ("subscriptions"."past_due_since" is not null)),
	CONSTRAINT "subscriptions_quantity_check" CHECK ("subscriptions"."quantity" >= 1)
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_stripe_id_key" ON "billing_accounts" USING btree ("stripe_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_provider_key" ON "invoices" USING btree ("channel","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_uuid_key" ON "invoices" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "invoices_team_id_issued_at_idx" ON "invoices" USING btree ("team_id","issued_at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_provider_key" ON "purchases" USING btree ("channel","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_uuid_key" ON "purchases" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "purchases_team_id_idx" ON "purchases" USING btree ("team_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider_key" ON "subscriptions" USING btree ("channel","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_team_id_type_key" ON "subscriptions" USING btree ("team_id","type") WHERE "subscriptions"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "subscriptions_state_idx" ON "subscriptions" USING btree ("state","ends_at");--> statement-breakpoint
CREATE INDEX "subscriptions_team_id_idx" ON "subscriptions" USING btree ("team_id","id");--> statement-breakpoint
CREATE POLICY "team_rows" ON "billing_accounts" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "billing_accounts" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "invoices" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "invoices" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "purchases" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "purchases" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "subscriptions" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "subscriptions" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);