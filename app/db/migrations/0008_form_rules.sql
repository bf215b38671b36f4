CREATE TABLE "form_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"name" text NOT NULL,
	"pages" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"selector" text,
	"email_field" text,
	"first_name_field" text,
	"asks_consent" boolean DEFAULT true NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "form_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "form_rules" ADD CONSTRAINT "form_rules_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_rules" ADD CONSTRAINT "form_rules_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "form_rules_uuid_key" ON "form_rules" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "form_rules_site_id_idx" ON "form_rules" USING btree ("site_id");--> statement-breakpoint
CREATE POLICY "team_rows" ON "form_rules" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "form_rules" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
-- By hand, as those of 0002: every process hears which site's pages must be told something new.
CREATE TRIGGER announce_insert AFTER INSERT ON "form_rules" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed();--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON "form_rules" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed();--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON "form_rules" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed();
