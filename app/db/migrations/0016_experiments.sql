CREATE TABLE "experiment_days" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"experiment_id" bigint NOT NULL,
	"day" date NOT NULL,
	"side" text NOT NULL,
	"visitors" bigint NOT NULL,
	"converters" bigint NOT NULL,
	CONSTRAINT "experiment_days_site_id_experiment_id_day_side_pk" PRIMARY KEY("site_id","experiment_id","day","side")
);
--> statement-breakpoint
ALTER TABLE "experiment_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "nudge_experiments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "nudge_experiments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"nudge_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"share" integer NOT NULL,
	"version_a" integer NOT NULL,
	"version_b" integer,
	"settings_b" jsonb,
	"user_id" bigint,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"kept" text
);
--> statement-breakpoint
ALTER TABLE "nudge_experiments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "speed_days" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"day" date NOT NULL,
	"arm" text NOT NULL,
	"metric" text NOT NULL,
	"bucket" integer NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "speed_days_site_id_day_arm_metric_bucket_pk" PRIMARY KEY("site_id","day","arm","metric","bucket")
);
--> statement-breakpoint
ALTER TABLE "speed_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "extra_attributes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pixel_events" ADD COLUMN "experiment_id" bigint;--> statement-breakpoint
ALTER TABLE "pixel_events" ADD COLUMN "side" text;--> statement-breakpoint
ALTER TABLE "experiment_days" ADD CONSTRAINT "experiment_days_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_days" ADD CONSTRAINT "experiment_days_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_experiments" ADD CONSTRAINT "nudge_experiments_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_experiments" ADD CONSTRAINT "nudge_experiments_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_experiments" ADD CONSTRAINT "nudge_experiments_nudge_id_nudges_id_fk" FOREIGN KEY ("nudge_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_experiments" ADD CONSTRAINT "nudge_experiments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speed_days" ADD CONSTRAINT "speed_days_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speed_days" ADD CONSTRAINT "speed_days_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "nudge_experiments_uuid_key" ON "nudge_experiments" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "nudge_experiments_running_key" ON "nudge_experiments" USING btree ("site_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "nudge_experiments_nudge_id_idx" ON "nudge_experiments" USING btree ("nudge_id","started_at");--> statement-breakpoint
CREATE POLICY "team_rows" ON "experiment_days" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "experiment_days" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "nudge_experiments" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "nudge_experiments" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "speed_days" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "speed_days" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON "nudge_experiments" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed();--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON "nudge_experiments" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed();--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON "nudge_experiments" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed();
