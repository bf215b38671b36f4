CREATE TABLE "billing_approvals" (
	"team_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"operation" text NOT NULL,
	"provider_id" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_approvals_team_id_channel_operation_pk" PRIMARY KEY("team_id","channel","operation")
);
--> statement-breakpoint
ALTER TABLE "billing_approvals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "billing_approvals" ADD CONSTRAINT "billing_approvals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "team_rows" ON "billing_approvals" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "billing_approvals" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);