CREATE TABLE "billing_checks" (
	"night" date PRIMARY KEY NOT NULL,
	"checked" integer NOT NULL,
	"repaired" integer NOT NULL,
	"failed" integer NOT NULL,
	"findings" jsonb NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "billing_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "business_metrics" (
	"day" date PRIMARY KEY NOT NULL,
	"monthly_cents" bigint NOT NULL,
	"volume_cents" bigint NOT NULL,
	"new_users" integer NOT NULL,
	"churned" integer NOT NULL,
	"generic_trials" integer NOT NULL,
	"trialing" integer NOT NULL,
	"subscribers" integer NOT NULL,
	"per_plan" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "business_metrics" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "given_coupons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "given_coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"staff_id" bigint,
	"code" text NOT NULL,
	"provider_id" text NOT NULL,
	"percent_off" smallint,
	"amount_off_cents" bigint,
	"duration" text NOT NULL,
	"months" smallint,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "given_coupons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "given_coupons" ADD CONSTRAINT "given_coupons_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_coupons" ADD CONSTRAINT "given_coupons_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "given_coupons_code_key" ON "given_coupons" USING btree ("code");--> statement-breakpoint
CREATE INDEX "given_coupons_team_id_idx" ON "given_coupons" USING btree ("team_id","id");--> statement-breakpoint
CREATE POLICY "system_rows" ON "billing_checks" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "business_metrics" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "given_coupons" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "given_coupons" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);