ALTER TABLE "goal_hits" ADD COLUMN "visitor" "bytea";--> statement-breakpoint
ALTER TABLE "goal_hits" ADD COLUMN "experiment_id" bigint;--> statement-breakpoint
ALTER TABLE "goal_hits" ADD COLUMN "side" text;