CREATE TABLE "listed_forms" (
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"selector" text,
	"email_field" text,
	"fields" text NOT NULL,
	"boxes" text NOT NULL,
	"total" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "listed_forms_site_id_page_name_pk" PRIMARY KEY("site_id","page","name")
);
--> statement-breakpoint
ALTER TABLE "listed_forms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "form_rules" ADD COLUMN "consent_field" text;--> statement-breakpoint
ALTER TABLE "form_rules" ADD COLUMN "thank_you_page" text;--> statement-breakpoint
ALTER TABLE "preview_tabs" ADD COLUMN "form" jsonb;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "forms_listed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "listed_forms" ADD CONSTRAINT "listed_forms_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_forms" ADD CONSTRAINT "listed_forms_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "team_rows" ON "listed_forms" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "listed_forms" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);