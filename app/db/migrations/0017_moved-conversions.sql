-- By hand: an announcement that has no body yet finds its conversion by the key, also when a payment's
-- conversion becomes its order's.
CREATE FUNCTION follow_conversion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_events SET conversion_key = new.unique_key
  WHERE goal_id = new.goal_id AND conversion_key = old.unique_key AND prepared_at IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER follow_webhook_events AFTER UPDATE OF unique_key ON goal_hits FOR EACH ROW
  WHEN (old.unique_key <> new.unique_key) EXECUTE FUNCTION follow_conversion();
