ALTER TABLE "sites" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
-- A pause that is over leaves no end behind, also where a release resumes that knows none.
CREATE FUNCTION forget_pause_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.paused_until := NULL;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER forget_pause_end BEFORE UPDATE ON sites FOR EACH ROW
  WHEN (new.paused_at IS NULL AND new.paused_until IS NOT NULL)
  EXECUTE FUNCTION forget_pause_end();--> statement-breakpoint
-- The start of a pause is announced with the site's other settings.
CREATE TRIGGER announce_pause_end AFTER UPDATE ON sites FOR EACH ROW
  WHEN (old.paused_at IS NOT DISTINCT FROM new.paused_at AND old.paused_until IS DISTINCT FROM new.paused_until)
  EXECUTE FUNCTION announce_site();
