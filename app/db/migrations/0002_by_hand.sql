-- Written by hand: everything that app/db/schema can't express.
--
--   1. Partitioned tables
--   2. Keys and storage settings
--   3. Rotation of event ids
--   4. Deletion of a site
--   5. Notifications about changed sites
--   6. Withdrawn activities
--   7. Outbox of webhooks
--   8. Who can call which function

-- 1. Partitioned tables ---------------------------------------------------------------------------

-- drizzle-kit created these two as plain tables. Their definition stays the schema's; LIKE copies
-- everything except policies, names and the partitioning itself.
ALTER TABLE pixel_events RENAME TO plain_events;--> statement-breakpoint
CREATE TABLE pixel_events (LIKE plain_events INCLUDING ALL) PARTITION BY RANGE (received_at);--> statement-breakpoint
DROP TABLE plain_events;--> statement-breakpoint
ALTER INDEX pixel_events_site_id_received_at_idx RENAME TO pixel_events_received_at_idx;--> statement-breakpoint
ALTER TABLE pixel_events ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY team_rows ON pixel_events TO footfall_app
  USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint)
  WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY system_rows ON pixel_events TO footfall_system USING (true) WITH CHECK (true);--> statement-breakpoint

ALTER TABLE visitors RENAME TO plain_visitors;--> statement-breakpoint
CREATE TABLE visitors (LIKE plain_visitors INCLUDING ALL) PARTITION BY RANGE (month);--> statement-breakpoint
DROP TABLE plain_visitors;--> statement-breakpoint
ALTER TABLE visitors RENAME CONSTRAINT visitors_pkey TO visitors_site_id_month_visitor_mark_pk;--> statement-breakpoint
ALTER TABLE visitors ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY system_rows ON visitors TO footfall_system USING (true) WITH CHECK (true);--> statement-breakpoint

-- Partitions are created before they are needed. Attaching one doesn't block readers and writers,
-- which creating it in place would. The roles reach a partition only through its parent, where the
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

SELECT ensure_partitions((now() AT TIME ZONE 'UTC')::date, (now() AT TIME ZONE 'UTC')::date + 3);--> statement-breakpoint

-- 2. Keys and storage settings --------------------------------------------------------------------

-- drizzle-kit knows no INCLUDE, which lets index-only scans sum days and check their policy.
ALTER TABLE daily_events
  DROP CONSTRAINT daily_events_site_id_dimension_type_day_member_pk,
  ADD CONSTRAINT daily_events_site_id_dimension_type_day_member_pk
    PRIMARY KEY (site_id, dimension, type, day, member) INCLUDE (team_id, total);--> statement-breakpoint
-- Days are written once and read for years. The sooner vacuum marks them visible to all, the fewer
-- rows an index-only scan has to fetch.
ALTER TABLE daily_events SET (autovacuum_vacuum_insert_scale_factor = 0.02);--> statement-breakpoint
-- A meter is updated with every batch of events: room in each page for the next version of its row.
ALTER TABLE meters SET (fillfactor = 50);--> statement-breakpoint

-- 3. Rotation of event ids ------------------------------------------------------------------------

-- A statement that stores events locks both tables until its commit, so no repeat can slip through
-- while the two swap names.
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

-- 4. Deletion of a site ---------------------------------------------------------------------------

-- Events and their sums have no foreign keys, because those make writes slower.
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
  DELETE FROM site_meters WHERE site_id = old.id;
  RETURN old;
END $$;--> statement-breakpoint

CREATE TRIGGER forget_site AFTER DELETE ON sites FOR EACH ROW EXECUTE FUNCTION forget_site();--> statement-breakpoint

-- 5. Notifications about changed sites ------------------------------------------------------------

-- Every process learns which site's payload is out of date.
CREATE FUNCTION announce_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', uuid::text)
  FROM (SELECT DISTINCT sites.uuid FROM changed JOIN sites ON sites.id = changed.site_id) AS affected;
  RETURN NULL;
END $$;--> statement-breakpoint

-- Data that waits for approval changes no page.
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

CREATE FUNCTION announce_site_meter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', uuid::text) FROM sites WHERE id = new.site_id;
  RETURN NULL;
END $$;--> statement-breakpoint

DO $$
DECLARE
  watched text;
BEGIN
  FOREACH watched IN ARRAY ARRAY['activities', 'form_rules', 'goals', 'nudge_experiments', 'nudges'] LOOP
    EXECUTE format('CREATE TRIGGER announce_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()', watched,
      CASE watched WHEN 'activities' THEN 'announce_tellable' ELSE 'announce_changed' END);
    EXECUTE format('CREATE TRIGGER announce_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed()', watched);
    EXECUTE format('CREATE TRIGGER announce_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed()', watched);
  END LOOP;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON sites FOR EACH ROW
  WHEN ((old.options, old.url, old.paused_at, old.team_id, old.visitor_boost, old.visitor_boost_expires_at)
    IS DISTINCT FROM (new.options, new.url, new.paused_at, new.team_id, new.visitor_boost, new.visitor_boost_expires_at))
  EXECUTE FUNCTION announce_site();--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON teams FOR EACH ROW
  WHEN ((old.plan, old.metered_by, old.plan_limit, old.visitor_boost, old.visitor_boost_expires_at)
    IS DISTINCT FROM (new.plan, new.metered_by, new.plan_limit, new.visitor_boost, new.visitor_boost_expires_at))
  EXECUTE FUNCTION announce_team('id');--> statement-breakpoint
CREATE TRIGGER announce_suspension AFTER UPDATE ON teams FOR EACH ROW
  WHEN (old.suspended_at IS DISTINCT FROM new.suspended_at)
  EXECUTE FUNCTION announce_team('id');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON meters FOR EACH ROW
  WHEN (new.limit_reached_at IS NOT NULL) EXECUTE FUNCTION announce_team('team_id');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON meters FOR EACH ROW
  WHEN (old.limit_reached_at IS DISTINCT FROM new.limit_reached_at) EXECUTE FUNCTION announce_team('team_id');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON site_meters FOR EACH ROW
  WHEN (new.used >= new.allowance) EXECUTE FUNCTION announce_site_meter();--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON site_meters FOR EACH ROW
  WHEN (old.used < old.allowance AND new.used >= new.allowance) EXECUTE FUNCTION announce_site_meter();--> statement-breakpoint

-- 6. Withdrawn activities -------------------------------------------------------------------------

-- Sums that were computed before a withdrawal may be too high. A deleted site's activities find no
-- site to count at.
CREATE FUNCTION count_withdrawals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sites SET withdrawals = withdrawals + 1
  WHERE id IN (SELECT site_id FROM gone WHERE approval = 'approved' AND is_showable);
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER count_withdrawals_update AFTER UPDATE ON activities REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_withdrawals();--> statement-breakpoint
CREATE TRIGGER count_withdrawals_delete AFTER DELETE ON activities REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_withdrawals();--> statement-breakpoint

-- 7. Outbox of webhooks ---------------------------------------------------------------------------

-- Each trigger stores an event in the transaction that caused it, if an endpoint of the site wants
-- it, and wakes a process once that is committed.
CREATE FUNCTION wants_webhook(site bigint, event text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM webhook_endpoints
    WHERE webhook_endpoints.site_id = site AND state = 'active' AND event = ANY (events)
  )
$$;--> statement-breakpoint

CREATE FUNCTION webhook_event_of(kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE kind WHEN 'review' THEN 'review.stored' ELSE 'activity.stored' END
$$;--> statement-breakpoint

-- Data that waits for approval causes no event yet, and data about the past causes none: imported
-- files, and orders older than a day when they arrive.
CREATE FUNCTION store_activity_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events (team_id, site_id, type, activity_id, happened_at)
  SELECT team_id, site_id, webhook_event_of(kind), id, received_at
  FROM changed
  WHERE approval <> 'quarantined' AND source <> 'import' AND occurred_at > received_at - interval '1 day'
    AND wants_webhook(site_id, webhook_event_of(kind))
  ORDER BY id;
  IF FOUND THEN PERFORM pg_notify('webhook_events', ''); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

-- When the owner approves an activity, or the shop confirms one that a page reported.
CREATE FUNCTION store_approved_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events (team_id, site_id, type, activity_id, happened_at)
  SELECT changed.team_id, changed.site_id, webhook_event_of(changed.kind), changed.id, changed.received_at
  FROM changed JOIN former ON former.id = changed.id
  WHERE former.approval = 'quarantined' AND changed.approval <> 'quarantined'
    AND (changed.approval = 'approved' OR former.source <> changed.source)
    AND changed.source <> 'import' AND changed.occurred_at > changed.received_at - interval '1 day'
    AND wants_webhook(changed.site_id, webhook_event_of(changed.kind))
    AND NOT EXISTS (SELECT FROM webhook_events AS known WHERE known.activity_id = changed.id)
  ORDER BY changed.id;
  IF FOUND THEN PERFORM pg_notify('webhook_events', ''); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE FUNCTION store_goal_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events (team_id, site_id, type, goal_id, conversion_key, happened_at)
  SELECT team_id, site_id, 'goal.reached', goal_id, unique_key, reached_at
  FROM changed
  WHERE wants_webhook(site_id, 'goal.reached')
  ORDER BY goal_id, unique_key;
  IF FOUND THEN PERFORM pg_notify('webhook_events', ''); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE FUNCTION store_nudge_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF wants_webhook(new.site_id, 'nudge.published') THEN
    INSERT INTO webhook_events (team_id, site_id, type, nudge_id, happened_at)
    VALUES (new.team_id, new.site_id, 'nudge.published', new.id, new.updated_at);
    PERFORM pg_notify('webhook_events', '');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

-- The limit is the organization's, so each of its sites with such an endpoint gets the event.
CREATE FUNCTION store_limit_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events (team_id, site_id, type, facts, happened_at)
  SELECT new.team_id, sites.id, 'limit.reached', jsonb_build_object(
      'month', new.month, 'metered_by', new.metered_by, 'limit', new.allowance,
      'used', CASE new.metered_by WHEN 'visitors' THEN new.visitors ELSE new.impressions END),
    new.limit_reached_at
  FROM sites
  WHERE sites.team_id = new.team_id AND wants_webhook(sites.id, 'limit.reached')
  ORDER BY sites.id;
  IF FOUND THEN PERFORM pg_notify('webhook_events', ''); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER store_webhook_events AFTER INSERT ON activities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_activity_events();--> statement-breakpoint
CREATE TRIGGER store_approved_events AFTER UPDATE ON activities REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_approved_events();--> statement-breakpoint
CREATE TRIGGER store_webhook_events AFTER INSERT ON goal_hits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_goal_events();--> statement-breakpoint
CREATE TRIGGER store_webhook_event_insert AFTER INSERT ON nudges FOR EACH ROW
  WHEN (new.state = 'published') EXECUTE FUNCTION store_nudge_event();--> statement-breakpoint
CREATE TRIGGER store_webhook_event_update AFTER UPDATE ON nudges FOR EACH ROW
  WHEN (new.state = 'published' AND (old.state, old.published_at) IS DISTINCT FROM (new.state, new.published_at))
  EXECUTE FUNCTION store_nudge_event();--> statement-breakpoint
CREATE TRIGGER store_webhook_events_insert AFTER INSERT ON meters FOR EACH ROW
  WHEN (new.limit_reached_at IS NOT NULL) EXECUTE FUNCTION store_limit_events();--> statement-breakpoint
CREATE TRIGGER store_webhook_events_update AFTER UPDATE ON meters FOR EACH ROW
  WHEN (old.limit_reached_at IS NULL AND new.limit_reached_at IS NOT NULL) EXECUTE FUNCTION store_limit_events();--> statement-breakpoint

-- 8. Who can call which function ------------------------------------------------------------------

-- These work with the rights of the tables' owner. Everyone could call them otherwise.
REVOKE ALL ON FUNCTION
  make_partition(text, text, text, text), ensure_partitions(date, date), drop_partitions(date, date),
  turn_event_ids(timestamp with time zone), forget_site()
FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION
  ensure_partitions(date, date), drop_partitions(date, date), turn_event_ids(timestamp with time zone)
TO footfall_system;
