ALTER TABLE "activities" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "is_test" boolean;--> statement-breakpoint

-- By hand: an activity that is corrected causes its event again, with the data as it is now.
CREATE OR REPLACE FUNCTION store_approved_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events (team_id, site_id, type, activity_id, happened_at)
  SELECT changed.team_id, changed.site_id, webhook_event_of(changed.kind), changed.id, changed.received_at
  FROM changed JOIN former ON former.id = changed.id
  WHERE changed.approval <> 'quarantined' AND changed.source <> 'import'
    AND changed.occurred_at > changed.received_at - interval '1 day'
    AND (
      former.approval = 'quarantined' AND (changed.approval = 'approved' OR former.source <> changed.source)
        AND NOT EXISTS (SELECT FROM webhook_events AS known WHERE known.activity_id = changed.id)
      OR former.source = changed.source AND former.body_hash <> changed.body_hash
    )
    AND wants_webhook(changed.site_id, webhook_event_of(changed.kind))
  ORDER BY changed.id;
  IF FOUND THEN PERFORM pg_notify('webhook_events', ''); END IF;
  RETURN NULL;
END $$;
