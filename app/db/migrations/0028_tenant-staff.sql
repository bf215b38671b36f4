CREATE TABLE "tenant_staff" (
	"tenant_id" bigint NOT NULL,
	"staff_id" text NOT NULL,
	"team_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tenant_staff_tenant_id_staff_id_pk" PRIMARY KEY("tenant_id","staff_id")
);
--> statement-breakpoint
ALTER TABLE "tenant_staff" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tenant_staff" ADD CONSTRAINT "tenant_staff_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_staff" ADD CONSTRAINT "tenant_staff_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_staff" ADD CONSTRAINT "tenant_staff_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tenant_staff_user_id_idx" ON "tenant_staff" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tenant_staff_team_id_idx" ON "tenant_staff" USING btree ("team_id");--> statement-breakpoint
CREATE POLICY "team_rows" ON "tenant_staff" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "tenant_staff" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);