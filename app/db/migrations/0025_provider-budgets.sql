CREATE TABLE "provider_budgets" (
	"key" text PRIMARY KEY NOT NULL,
	"spent" bigint[] NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "provider_budgets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "provider_budgets" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);