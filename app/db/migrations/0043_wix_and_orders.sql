CREATE TABLE "wix_instances" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wix_instances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"site_id" bigint,
	"instance_id" text NOT NULL,
	"installed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wix_instances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "ordered_plan_id" text;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "ordered_by" bigint;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "ordered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wix_instances" ADD CONSTRAINT "wix_instances_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wix_instances" ADD CONSTRAINT "wix_instances_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wix_instances_instance_id_key" ON "wix_instances" USING btree ("instance_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wix_instances_team_id_key" ON "wix_instances" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "wix_instances_site_id_idx" ON "wix_instances" USING btree ("site_id");--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_ordered_by_users_id_fk" FOREIGN KEY ("ordered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "team_rows" ON "wix_instances" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "wix_instances" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);