ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspension_notice" text;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "suspension_notice" text;--> statement-breakpoint
-- By hand: every process hears immediately that a team was suspended or isn't any more.
CREATE TRIGGER announce_suspension AFTER UPDATE ON teams FOR EACH ROW
  WHEN (old.suspended_at IS DISTINCT FROM new.suspended_at)
  EXECUTE FUNCTION announce_team('id');
