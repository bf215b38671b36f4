ALTER TABLE "staff_acts" ADD COLUMN "team_id" bigint;--> statement-breakpoint
ALTER TABLE "staff_acts" ADD COLUMN "details" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_acts" ADD COLUMN "outcome" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_acts" ADD COLUMN "refusal" text;--> statement-breakpoint
CREATE INDEX "staff_acts_user_id_idx" ON "staff_acts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "staff_acts_team_id_idx" ON "staff_acts" USING btree ("team_id","id");