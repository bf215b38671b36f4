CREATE TABLE "webhook_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"status" integer,
	"fault" text,
	"millis" integer NOT NULL,
	"response" "bytea",
	"attempted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_endpoints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_until" timestamp (3) with time zone,
	"state" text DEFAULT 'active' NOT NULL,
	"pause_reason" text,
	"paused_at" timestamp (3) with time zone,
	"token_id" bigint,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"slow_since" timestamp (3) with time zone,
	"rests_until" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"last_delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"type" text NOT NULL,
	"activity_id" bigint,
	"goal_id" bigint,
	"conversion_key" text,
	"nudge_id" bigint,
	"facts" jsonb,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"body" "bytea",
	"prepared_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"endpoint_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_message_id_webhook_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_nudge_id_nudges_id_fk" FOREIGN KEY ("nudge_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempts_message_id_idx" ON "webhook_attempts" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_site_id_idx" ON "webhook_attempts" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_uuid_key" ON "webhook_endpoints" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_site_id_idx" ON "webhook_endpoints" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_token_id_idx" ON "webhook_endpoints" USING btree ("token_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_uuid_key" ON "webhook_events" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "webhook_events_waiting_idx" ON "webhook_events" USING btree ("id") WHERE prepared_at is null;--> statement-breakpoint
CREATE INDEX "webhook_events_prepared_at_idx" ON "webhook_events" USING btree ("prepared_at");--> statement-breakpoint
CREATE INDEX "webhook_events_site_id_idx" ON "webhook_events" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "webhook_events_activity_id_idx" ON "webhook_events" USING btree ("activity_id") WHERE activity_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_goal_id_idx" ON "webhook_events" USING btree ("goal_id") WHERE goal_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_nudge_id_idx" ON "webhook_events" USING btree ("nudge_id") WHERE nudge_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_messages_uuid_key" ON "webhook_messages" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_messages_event_key" ON "webhook_messages" USING btree ("event_id","endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_waiting_idx" ON "webhook_messages" USING btree ("endpoint_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_messages_endpoint_id_idx" ON "webhook_messages" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_site_id_idx" ON "webhook_messages" USING btree ("site_id");--> statement-breakpoint
CREATE POLICY "team_rows" ON "webhook_attempts" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "webhook_attempts" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "webhook_endpoints" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "webhook_endpoints" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "webhook_events" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "webhook_events" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "webhook_messages" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "webhook_messages" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
-- From here on by hand: the triggers that fill the outbox of webhooks. Each stores an event in the
-- transaction that makes it, if an endpoint of the site wants it, and wakes a process once it is committed.
CREATE FUNCTION wants_webhook(site bigint, event text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM webhook_endpoints
    WHERE webhook_endpoints.site_id = site AND state = 'active' AND event = ANY (events)
  )
$$;--> statement-breakpoint
CREATE FUNCTION webhook_event_of(kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE kind WHEN 'review' THEN 'review.stored' ELSE 'activity.stored' END
$$;--> statement-breakpoint
-- What waits for approval is no event yet, and what is reported of the past is none any more: imported
-- files, and orders that are older than a day when they arrive.
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
-- The owner approves it, or the shop confirms what a page reported.
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
-- The limit is the organization's, so each of its sites with such an endpoint has the event.
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
  WHEN (old.limit_reached_at IS NULL AND new.limit_reached_at IS NOT NULL) EXECUTE FUNCTION store_limit_events();
