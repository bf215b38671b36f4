CREATE TABLE "oauth_approvals" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"integration" text NOT NULL,
	"connection_id" bigint,
	"verifier" "bytea",
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "oauth_approvals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "oauth_approvals" ADD CONSTRAINT "oauth_approvals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_approvals" ADD CONSTRAINT "oauth_approvals_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_approvals" ADD CONSTRAINT "oauth_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_approvals" ADD CONSTRAINT "oauth_approvals_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_approvals_person_key" ON "oauth_approvals" USING btree ("site_id","user_id","integration");--> statement-breakpoint
CREATE INDEX "oauth_approvals_user_id_idx" ON "oauth_approvals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_approvals_connection_id_idx" ON "oauth_approvals" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "oauth_approvals_expires_at_idx" ON "oauth_approvals" USING btree ("expires_at");--> statement-breakpoint
CREATE POLICY "team_rows" ON "oauth_approvals" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "oauth_approvals" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);