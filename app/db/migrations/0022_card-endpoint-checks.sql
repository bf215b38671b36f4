CREATE TABLE "card_endpoint_checks" (
	"url" text PRIMARY KEY NOT NULL,
	"findings" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "card_endpoint_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "card_endpoint_checks" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);