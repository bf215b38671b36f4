CREATE TABLE "goal_hits" (
	"goal_id" bigint NOT NULL,
	"unique_key" text NOT NULL,
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"source" text NOT NULL,
	"arm" text,
	"amount_cents" bigint,
	"currency" text,
	"reached_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "goal_hits_goal_id_unique_key_pk" PRIMARY KEY("goal_id","unique_key")
);
--> statement-breakpoint
ALTER TABLE "goal_hits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "goals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "goals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"match" text,
	"pattern" text,
	"value_cents" bigint,
	"currency" text,
	"is_repeatable" boolean NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "goals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "daily_events" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"day" date NOT NULL,
	"dimension" text NOT NULL,
	"member" text NOT NULL,
	"type" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "daily_events_site_id_dimension_day_member_type_pk" PRIMARY KEY("site_id","dimension","day","member","type")
);
--> statement-breakpoint
ALTER TABLE "daily_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_id_turns" (
	"turned_at" timestamp (3) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_id_turns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_ids" (
	"site_id" bigint NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "event_ids_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
ALTER TABLE "event_ids" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_ids_before" (
	"site_id" bigint NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "event_ids_before_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
ALTER TABLE "event_ids_before" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hourly_pages" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"page" text NOT NULL,
	"type" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "hourly_pages_site_id_hour_page_type_pk" PRIMARY KEY("site_id","hour","page","type")
);
--> statement-breakpoint
ALTER TABLE "hourly_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "presence" (
	"site_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"visitor" "bytea" NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "presence_site_id_kind_subject_visitor_pk" PRIMARY KEY("site_id","kind","subject","visitor")
);
--> statement-breakpoint
ALTER TABLE "presence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rolled_days" (
	"day" date PRIMARY KEY NOT NULL,
	"rolled_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rolled_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visitor_days" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"day" date NOT NULL,
	"arm" text NOT NULL,
	"visitors" bigint NOT NULL,
	"converters" bigint NOT NULL,
	CONSTRAINT "visitor_days_site_id_day_arm_pk" PRIMARY KEY("site_id","day","arm")
);
--> statement-breakpoint
ALTER TABLE "visitor_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visitor_salts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visitors" (
	"site_id" bigint NOT NULL,
	"month" date NOT NULL,
	"visitor" "bytea" NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "visitors_site_id_month_visitor_mark_pk" PRIMARY KEY("site_id","month","visitor","mark")
) PARTITION BY RANGE ("month");
--> statement-breakpoint
ALTER TABLE "visitors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meters" (
	"team_id" bigint NOT NULL,
	"month" date NOT NULL,
	"visitors" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"billing" text NOT NULL,
	"allowance" bigint,
	"granted" integer NOT NULL,
	"limit_reached_at" timestamp (3) with time zone,
	"mailed_percent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "meters_team_id_month_pk" PRIMARY KEY("team_id","month")
);
--> statement-breakpoint
ALTER TABLE "meters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "hourly_events" DROP CONSTRAINT "hourly_events_site_id_sites_id_fk";
--> statement-breakpoint
ALTER TABLE "hourly_events" DROP CONSTRAINT "hourly_events_site_id_hour_nudge_id_type_pk";--> statement-breakpoint
-- Made anew from the raw events below.
TRUNCATE "hourly_events";--> statement-breakpoint
ALTER TABLE "hourly_events" ADD COLUMN "detail" text NOT NULL;--> statement-breakpoint
ALTER TABLE "hourly_events" ADD COLUMN "device" text NOT NULL;--> statement-breakpoint
ALTER TABLE "hourly_events" ADD COLUMN "country" text NOT NULL;--> statement-breakpoint
ALTER TABLE "hourly_events" ADD CONSTRAINT "hourly_events_site_id_hour_nudge_id_type_detail_device_country_pk" PRIMARY KEY("site_id","hour","nudge_id","type","detail","device","country");--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "approval" text DEFAULT 'approved' NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "stars" integer;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "body" text;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "amount_cents" bigint;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "plan" text DEFAULT 'free' NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "billing" text DEFAULT 'visitors' NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "plan_limit" bigint DEFAULT 1000;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "visitor_boost" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "visitor_boost_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "goal_hits" ADD CONSTRAINT "goal_hits_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goal_hits_reached_at_idx" ON "goal_hits" USING btree ("site_id","reached_at");--> statement-breakpoint
CREATE UNIQUE INDEX "goals_uuid_key" ON "goals" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "goals_site_id_idx" ON "goals" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "presence_seen_at_idx" ON "presence" USING btree ("seen_at");--> statement-breakpoint
CREATE POLICY "team_rows" ON "goal_hits" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "goal_hits" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "goals" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "goals" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "daily_events" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "daily_events" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "event_id_turns" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "event_ids" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "event_ids_before" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "hourly_pages" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "hourly_pages" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "presence" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "rolled_days" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "visitor_days" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "visitor_days" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "visitor_salts" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "visitors" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "meters" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "meters" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
-- From here on by hand: partitions, functions and triggers are not the generator's.
ALTER TABLE "meters" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "pixel_events" RENAME TO "pixel_events_before";--> statement-breakpoint
ALTER INDEX "pixel_events_received_at_idx" RENAME TO "pixel_events_before_received_at_idx";--> statement-breakpoint
CREATE TABLE "pixel_events" (
	"site_id" bigint NOT NULL,
	"id" text NOT NULL,
	"team_id" bigint NOT NULL,
	"type" text NOT NULL,
	"nudge_id" bigint,
	"claim_id" uuid,
	"goal_id" bigint,
	"page" text NOT NULL,
	"product" text,
	"device" text NOT NULL,
	"country" text NOT NULL,
	"reason" text NOT NULL,
	"amount" integer NOT NULL,
	"visitor" "bytea" NOT NULL,
	"arm" text NOT NULL,
	"outcome" text NOT NULL,
	"is_billed" boolean NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
) PARTITION BY RANGE ("received_at");
--> statement-breakpoint
ALTER TABLE "pixel_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "pixel_events_received_at_idx" ON "pixel_events" USING btree ("site_id","received_at");--> statement-breakpoint
CREATE POLICY "team_rows" ON "pixel_events" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "pixel_events" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
-- Partitions are made before they are needed. Attaching one lets readers and writers go on, which
-- creating it in place would not. The roles reach a partition through its parent alone, where the
-- row policies are.
CREATE FUNCTION make_partition(parent text, child text, lower_bound text, upper_bound text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF to_regclass(child) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', child, parent);
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', child);
  EXECUTE format('REVOKE ALL ON %I FROM footfall_app, footfall_system', child);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, child, lower_bound, upper_bound);
END $$;--> statement-breakpoint
CREATE FUNCTION ensure_partitions(first_day date, last_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at_day date;
  at_month date;
BEGIN
  -- Two processes that start together must not make the same one.
  PERFORM pg_advisory_xact_lock(7263402);
  FOR at_day IN SELECT generate_series(first_day, last_day, interval '1 day')::date LOOP
    PERFORM make_partition('pixel_events', 'pixel_events_' || to_char(at_day, 'YYYYMMDD'),
      at_day || ' 00:00:00+00', (at_day + 1) || ' 00:00:00+00');
    at_month := date_trunc('month', at_day)::date;
    PERFORM make_partition('visitors', 'visitors_' || to_char(at_month, 'YYYYMM'),
      at_month::text, (at_month + interval '1 month')::date::text);
  END LOOP;
END $$;--> statement-breakpoint
CREATE FUNCTION drop_partitions(events_before date, visitors_before date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  child text;
  dropped integer := 0;
BEGIN
  FOR child IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE (i.inhparent = 'pixel_events'::regclass AND c.relname < 'pixel_events_' || to_char(events_before, 'YYYYMMDD'))
       OR (i.inhparent = 'visitors'::regclass AND c.relname < 'visitors_' || to_char(visitors_before, 'YYYYMM'))
  LOOP
    EXECUTE format('DROP TABLE %I', child);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;--> statement-breakpoint
-- A statement that stores events holds both tables until its commit, so that no repeat can slip
-- through between the two names.
CREATE FUNCTION turn_event_ids(moment timestamp with time zone) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
BEGIN
  LOCK TABLE event_ids, event_ids_before IN ACCESS EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM event_id_turns WHERE turned_at > moment - interval '7 days') THEN
    RETURN false;
  END IF;
  TRUNCATE event_ids_before;
  ALTER TABLE event_ids_before RENAME TO event_ids_spare;
  ALTER TABLE event_ids RENAME TO event_ids_before;
  ALTER TABLE event_ids_spare RENAME TO event_ids;
  DELETE FROM event_id_turns;
  INSERT INTO event_id_turns VALUES (moment);
  RETURN true;
END $$;--> statement-breakpoint
INSERT INTO event_id_turns VALUES (now());--> statement-breakpoint
CREATE FUNCTION forget_site() RETURNS trigger
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
  RETURN old;
END $$;--> statement-breakpoint
CREATE TRIGGER forget_site AFTER DELETE ON sites FOR EACH ROW EXECUTE FUNCTION forget_site();--> statement-breakpoint
-- Every process hears which site's pages must be told something new.
CREATE FUNCTION announce_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', uuid::text)
  FROM (SELECT DISTINCT sites.uuid FROM changed JOIN sites ON sites.id = changed.site_id) AS affected;
  RETURN NULL;
END $$;--> statement-breakpoint
-- What waits for its owner's approval changes no page.
CREATE FUNCTION announce_tellable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', uuid::text)
  FROM (
    SELECT DISTINCT sites.uuid FROM changed JOIN sites ON sites.id = changed.site_id
    WHERE changed.approval = 'approved'
  ) AS affected;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION announce_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', new.uuid::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION announce_team() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', uuid::text) FROM sites WHERE team_id = (to_jsonb(new) ->> TG_ARGV[0])::bigint;
  RETURN NULL;
END $$;--> statement-breakpoint
DO $$
DECLARE
  watched text;
BEGIN
  FOREACH watched IN ARRAY ARRAY['nudges', 'activities', 'goals'] LOOP
    EXECUTE format('CREATE TRIGGER announce_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', watched,
      CASE watched WHEN 'activities' THEN 'announce_tellable' ELSE 'announce_changed' END);
    EXECUTE format('CREATE TRIGGER announce_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed()', watched);
    EXECUTE format('CREATE TRIGGER announce_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed()', watched);
  END LOOP;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON sites FOR EACH ROW
  WHEN ((old.options, old.url, old.paused_at, old.team_id) IS DISTINCT FROM (new.options, new.url, new.paused_at, new.team_id))
  EXECUTE FUNCTION announce_site();--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON teams FOR EACH ROW
  WHEN ((old.plan, old.billing, old.plan_limit, old.visitor_boost, old.visitor_boost_expires_at) IS DISTINCT FROM (new.plan, new.billing, new.plan_limit, new.visitor_boost, new.visitor_boost_expires_at))
  EXECUTE FUNCTION announce_team('id');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON meters FOR EACH ROW
  WHEN (new.limit_reached_at IS NOT NULL) EXECUTE FUNCTION announce_team('team_id');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON meters FOR EACH ROW
  WHEN (old.limit_reached_at IS DISTINCT FROM new.limit_reached_at) EXECUTE FUNCTION announce_team('team_id');--> statement-breakpoint
DO $$
DECLARE
  own text;
BEGIN
  FOREACH own IN ARRAY ARRAY['make_partition(text, text, text, text)', 'ensure_partitions(date, date)', 'drop_partitions(date, date)', 'turn_event_ids(timestamptz)', 'forget_site()'] LOOP
    EXECUTE 'REVOKE ALL ON FUNCTION ' || own || ' FROM PUBLIC';
  END LOOP;
END $$;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION ensure_partitions(date, date), drop_partitions(date, date), turn_event_ids(timestamp with time zone) TO footfall_system;--> statement-breakpoint
-- What was counted before keeps counting: the events move, their ids stay known, the sums are made anew.
SELECT ensure_partitions(least((SELECT min(received_at AT TIME ZONE 'UTC')::date FROM pixel_events_before), (now() AT TIME ZONE 'UTC')::date), (now() AT TIME ZONE 'UTC')::date + 3);--> statement-breakpoint
INSERT INTO pixel_events
SELECT site_id, id, team_id, type, nudge_id, claim_id, NULL, page, NULL, 'desktop', '', '', 1, '\x'::bytea, 'none', outcome, false, received_at
FROM pixel_events_before;--> statement-breakpoint
INSERT INTO event_ids SELECT site_id, id FROM pixel_events_before;--> statement-breakpoint
INSERT INTO hourly_events (site_id, team_id, hour, nudge_id, type, total, detail, device, country)
SELECT site_id, team_id, date_trunc('hour', received_at, 'UTC'), coalesce(nudge_id, 0), type, count(*), '', device, country
FROM pixel_events WHERE outcome = 'accepted' GROUP BY 1, 2, 3, 4, 5, 8, 9;--> statement-breakpoint
INSERT INTO hourly_pages
SELECT site_id, team_id, date_trunc('hour', received_at, 'UTC'), page, type, count(*)
FROM pixel_events WHERE outcome = 'accepted' GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
DROP TABLE pixel_events_before;
