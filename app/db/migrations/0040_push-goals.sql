CREATE TABLE "push_orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"order" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_revenue" (
	"message_id" bigint NOT NULL,
	"variant" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"orders" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "push_revenue_message_id_variant_day_currency_pk" PRIMARY KEY("message_id","variant","day","currency")
);
--> statement-breakpoint
ALTER TABLE "push_revenue" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_shipments" (
	"site_id" bigint NOT NULL,
	"order" text NOT NULL,
	"team_id" bigint NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_shipments_site_id_order_pk" PRIMARY KEY("site_id","order")
);
--> statement-breakpoint
ALTER TABLE "push_shipments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "push_sites" ADD COLUMN "goals_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "cart_words" text;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "cart_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_orders" ADD CONSTRAINT "push_orders_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_orders" ADD CONSTRAINT "push_orders_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_orders" ADD CONSTRAINT "push_orders_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_revenue" ADD CONSTRAINT "push_revenue_message_id_push_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."push_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_revenue" ADD CONSTRAINT "push_revenue_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_revenue" ADD CONSTRAINT "push_revenue_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_shipments" ADD CONSTRAINT "push_shipments_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_shipments" ADD CONSTRAINT "push_shipments_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_orders_order_key" ON "push_orders" USING btree ("subscription_id","order");--> statement-breakpoint
CREATE INDEX "push_orders_created_at_idx" ON "push_orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_shipments_reported_at_idx" ON "push_shipments" USING btree ("reported_at");--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_orders" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_orders" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_revenue" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_revenue" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "push_shipments" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "push_shipments" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);