CREATE TABLE "site_meters" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"month" date NOT NULL,
	"unit" text NOT NULL,
	"used" bigint NOT NULL,
	"allowance" bigint NOT NULL,
	"granted" integer NOT NULL,
	CONSTRAINT "site_meters_site_id_month_unit_pk" PRIMARY KEY("site_id","month","unit")
);
--> statement-breakpoint
ALTER TABLE "site_meters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "visitor_boost" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "visitor_boost_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "site_meters" ADD CONSTRAINT "site_meters_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_meters_team_id_month_idx" ON "site_meters" USING btree ("team_id","month");--> statement-breakpoint
CREATE POLICY "team_rows" ON "site_meters" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "site_meters" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
-- By hand: a site's counter goes with it, as all of its sums do.
CREATE OR REPLACE FUNCTION forget_site() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM pixel_events WHERE site_id = old.id;
  DELETE FROM event_ids WHERE site_id = old.id;
  DELETE FROM event_ids_before WHERE site_id = old.id;
  DELETE FROM hourly_events WHERE site_id = old.id;
  DELETE FROM hourly_pages WHERE site_id = old.id;
  DELETE FROM daily_events WHERE site_id = old.id;
  DELETE FROM visitors WHERE site_id = old.id;
  DELETE FROM visitor_days WHERE site_id = old.id;
  DELETE FROM presence WHERE site_id = old.id;
  DELETE FROM site_meters WHERE site_id = old.id;
  RETURN old;
END $$;--> statement-breakpoint
-- By hand: every process hears of a site's boost, and that it is used up.
DROP TRIGGER announce_update ON sites;--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON sites FOR EACH ROW
  WHEN ((old.options, old.url, old.paused_at, old.team_id, old.visitor_boost, old.visitor_boost_expires_at)
    IS DISTINCT FROM (new.options, new.url, new.paused_at, new.team_id, new.visitor_boost, new.visitor_boost_expires_at))
  EXECUTE FUNCTION announce_site();--> statement-breakpoint
CREATE FUNCTION announce_site_meter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', uuid::text) FROM sites WHERE id = new.site_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON site_meters FOR EACH ROW
  WHEN (new.used >= new.allowance) EXECUTE FUNCTION announce_site_meter();--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON site_meters FOR EACH ROW
  WHEN (old.used < old.allowance AND new.used >= new.allowance) EXECUTE FUNCTION announce_site_meter();
