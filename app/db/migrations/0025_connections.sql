CREATE TABLE "connections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"integration" text NOT NULL,
	"account" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"products_read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"account" text NOT NULL,
	"delivery_id" text NOT NULL,
	"topic" text NOT NULL,
	"body" "bytea",
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"triggered_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "connection_id" bigint;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "connection_id" bigint;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "backfill_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connections_uuid_key" ON "connections" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_account_key" ON "connections" USING btree ("site_id","integration","account");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_delivery_key" ON "deliveries" USING btree ("provider","delivery_id");--> statement-breakpoint
CREATE INDEX "deliveries_due_at_idx" ON "deliveries" USING btree ("due_at") WHERE "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_account_idx" ON "deliveries" USING btree ("provider","account","received_at");--> statement-breakpoint
CREATE INDEX "deliveries_received_at_idx" ON "deliveries" USING btree ("received_at");--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_connection_id_idx" ON "activities" USING btree ("connection_id") WHERE connection_id is not null;--> statement-breakpoint
CREATE INDEX "products_connection_id_idx" ON "products" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "shops_backfill_due_at_idx" ON "shops" USING btree ("backfill_due_at");--> statement-breakpoint
CREATE POLICY "team_rows" ON "connections" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "connections" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "deliveries" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);