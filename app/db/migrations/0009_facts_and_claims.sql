ALTER TABLE "claims" ADD COLUMN "told_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "withdrawals" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "claims_told_at_idx" ON "claims" USING btree ("told_at");--> statement-breakpoint
-- What was counted before may be too much now. A site that goes itself is not seen here any more.
CREATE FUNCTION count_withdrawals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sites SET withdrawals = withdrawals + 1
  WHERE id IN (SELECT site_id FROM gone WHERE approval = 'approved' AND is_showable);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER count_withdrawals_update AFTER UPDATE ON activities REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_withdrawals();--> statement-breakpoint
CREATE TRIGGER count_withdrawals_delete AFTER DELETE ON activities REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_withdrawals();
