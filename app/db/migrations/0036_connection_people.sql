ALTER TABLE "connections" ADD COLUMN "lost_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "connected_by" bigint;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_connected_by_users_id_fk" FOREIGN KEY ("connected_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_connected_by_idx" ON "connections" USING btree ("connected_by");