CREATE TABLE "frame_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"ticket" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "frame_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tenants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"platform" text NOT NULL,
	"tenant_id" text NOT NULL,
	"team_id" bigint,
	"state" text NOT NULL,
	"access_token" "bytea",
	"installed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "frame_sessions" ADD CONSTRAINT "frame_sessions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frame_sessions" ADD CONSTRAINT "frame_sessions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frame_sessions" ADD CONSTRAINT "frame_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "frame_sessions_user_id_idx" ON "frame_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "frame_sessions_tenant_id_idx" ON "frame_sessions" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "frame_sessions_team_id_idx" ON "frame_sessions" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "frame_sessions_expires_at_idx" ON "frame_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tenants_platform_tenant_id_key" ON "tenants" USING btree ("platform","tenant_id");--> statement-breakpoint
CREATE INDEX "tenants_team_id_idx" ON "tenants" USING btree ("team_id");--> statement-breakpoint
CREATE POLICY "team_rows" ON "frame_sessions" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "frame_sessions" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "tenants" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "tenants" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);