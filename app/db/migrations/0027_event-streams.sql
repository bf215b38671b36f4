CREATE TABLE "event_streams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"n" bigint NOT NULL,
	"counted_until" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "event_streams" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "event_streams" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);