ALTER TABLE "connections" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "credentials" "bytea";--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "hook_hash" "bytea";--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "cursor" jsonb;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "pull_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "fault" text;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "token_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "first_record_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "last_record_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "stored" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "connection_id" bigint;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connections_hook_hash_key" ON "connections" USING btree ("hook_hash");--> statement-breakpoint
CREATE INDEX "connections_pull_due_at_idx" ON "connections" USING btree ("pull_due_at");--> statement-breakpoint
CREATE INDEX "deliveries_connection_id_idx" ON "deliveries" USING btree ("connection_id","id");