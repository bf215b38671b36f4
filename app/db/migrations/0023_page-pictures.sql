CREATE TABLE "page_pictures" (
	"site_id" bigint NOT NULL,
	"path" text NOT NULL,
	"team_id" bigint NOT NULL,
	"address" text NOT NULL,
	"name" text,
	"webp" "bytea",
	"is_of_product" boolean DEFAULT false NOT NULL,
	"wanted_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "page_pictures_site_id_path_pk" PRIMARY KEY("site_id","path")
);
--> statement-breakpoint
ALTER TABLE "page_pictures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "page_pictures" ADD CONSTRAINT "page_pictures_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_pictures" ADD CONSTRAINT "page_pictures_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_pictures_due_at_idx" ON "page_pictures" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "page_pictures_name_idx" ON "page_pictures" USING btree ("site_id","name") WHERE name is not null;--> statement-breakpoint
CREATE POLICY "team_rows" ON "page_pictures" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "page_pictures" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
-- By hand: pages that show a picture hear of the next one.
CREATE TRIGGER announce_update AFTER UPDATE ON page_pictures FOR EACH ROW
  WHEN (old.name IS DISTINCT FROM new.name)
  EXECUTE FUNCTION announce_site_meter();
