CREATE TABLE "push_counts" (
	"message_id" bigint NOT NULL,
	"variant" text NOT NULL,
	"day" date NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"sends" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"clicked" integer DEFAULT 0 NOT NULL,
	"closed" integer DEFAULT 0 NOT NULL,
	"stopped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"converted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "push_counts_message_id_variant_day_pk" PRIMARY KEY("message_id","variant","day")
);
--> statement-breakpoint
ALTER TABLE "push_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_days" (
	"site_id" bigint NOT NULL,
	"day" date NOT NULL,
	"team_id" bigint NOT NULL,
	"subscribed" integer DEFAULT 0 NOT NULL,
	"unsubscribed" integer DEFAULT 0 NOT NULL,
	"gone" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "push_days_site_id_day_pk" PRIMARY KEY("site_id","day")
);
--> statement-breakpoint
ALTER TABLE "push_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"public_key" text NOT NULL,
	"private_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "push_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"content" jsonb NOT NULL,
	"content_b" jsonb,
	"share_b" smallint DEFAULT 50 NOT NULL,
	"audience" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"send_at" text,
	"hours" smallint DEFAULT 24 NOT NULL,
	"wait_hours" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"addressed_until" bigint DEFAULT 0 NOT NULL,
	"addressed_at" timestamp (3) with time zone,
	"user_id" bigint,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_sends" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_sends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"occasion" text DEFAULT '' NOT NULL,
	"watch_id" bigint,
	"variant" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"service" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"status" smallint,
	"shown" jsonb,
	"accepted_at" timestamp (3) with time zone,
	"shown_at" timestamp (3) with time zone,
	"clicked_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"converted_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_sends" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_services" (
	"host" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"rests_until" timestamp (3) with time zone,
	"status" smallint,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_services" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_sites" (
	"site_id" bigint PRIMARY KEY NOT NULL,
	"team_id" bigint NOT NULL,
	"prompt" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"delivery" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"holdout_since" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_sites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"key_id" bigint NOT NULL,
	"endpoint_hash" "bytea" NOT NULL,
	"address" "bytea" NOT NULL,
	"service" text NOT NULL,
	"kinds" text[] NOT NULL,
	"consent_words" text NOT NULL,
	"consent_at" timestamp (3) with time zone NOT NULL,
	"consent_page" text NOT NULL,
	"language" text NOT NULL,
	"time_zone" text NOT NULL,
	"country" text,
	"last_visit_at" timestamp (3) with time zone NOT NULL,
	"pages" text[] NOT NULL,
	"products" text[] NOT NULL,
	"draw" "bytea" NOT NULL,
	"visitor" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_watches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_watches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"page" text,
	"price_cents" bigint,
	"currency" text,
	"words" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "push_watches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "push_counts" ADD CONSTRAINT "push_counts_message_id_push_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."push_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_counts" ADD CONSTRAINT "push_counts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_counts" ADD CONSTRAINT "push_counts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_days" ADD CONSTRAINT "push_days_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_days" ADD CONSTRAINT "push_days_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_keys" ADD CONSTRAINT "push_keys_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_keys" ADD CONSTRAINT "push_keys_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sends" ADD CONSTRAINT "push_sends_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sends" ADD CONSTRAINT "push_sends_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sends" ADD CONSTRAINT "push_sends_message_id_push_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."push_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sends" ADD CONSTRAINT "push_sends_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sends" ADD CONSTRAINT "push_sends_watch_id_push_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."push_watches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sites" ADD CONSTRAINT "push_sites_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sites" ADD CONSTRAINT "push_sites_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_key_id_push_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."push_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_watches" ADD CONSTRAINT "push_watches_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_watches" ADD CONSTRAINT "push_watches_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_watches" ADD CONSTRAINT "push_watches_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_counts_site_id_idx" ON "push_counts" USING btree ("site_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "push_keys_public_key_key" ON "push_keys" USING btree ("public_key");--> statement-breakpoint
CREATE UNIQUE INDEX "push_keys_current_key" ON "push_keys" USING btree ("site_id") WHERE replaced_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "push_messages_uuid_key" ON "push_messages" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "push_messages_automation_key" ON "push_messages" USING btree ("site_id","kind") WHERE kind <> 'news';--> statement-breakpoint
CREATE INDEX "push_messages_site_id_idx" ON "push_messages" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "push_messages_sending_idx" ON "push_messages" USING btree ("id") WHERE state = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "push_sends_message_key" ON "push_sends" USING btree ("message_id","subscription_id","occasion");--> statement-breakpoint
CREATE INDEX "push_sends_due_idx" ON "push_sends" USING btree ("service","due_at") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "push_sends_open_idx" ON "push_sends" USING btree ("message_id","service","due_at") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "push_sends_subscription_id_idx" ON "push_sends" USING btree ("subscription_id","id");--> statement-breakpoint
CREATE INDEX "push_sends_watch_id_idx" ON "push_sends" USING btree ("watch_id") WHERE watch_id is not null;--> statement-breakpoint
CREATE INDEX "push_sends_site_id_idx" ON "push_sends" USING btree ("site_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_uuid_key" ON "push_subscriptions" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions" USING btree ("site_id","endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscriptions_site_id_idx" ON "push_subscriptions" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_key_id_idx" ON "push_subscriptions" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_visitor_idx" ON "push_subscriptions" USING btree ("site_id","visitor") WHERE visitor is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "push_watches_subject_key" ON "push_watches" USING btree ("subscription_id","kind","subject");--> statement-breakpoint
CREATE INDEX "push_watches_subject_idx" ON "push_watches" USING btree ("site_id","kind","subject");--> statement-breakpoint
CREATE INDEX "push_watches_due_at_idx" ON "push_watches" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_counts" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_counts" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_days" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_days" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_keys" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_keys" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_messages" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_messages" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_sends" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_sends" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_services" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_sites" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_sites" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_subscriptions" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_subscriptions" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_watches" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_watches" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);