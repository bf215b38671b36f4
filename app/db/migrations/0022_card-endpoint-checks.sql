CREATE TABLE "card_endpoint_checks" (
	"url" text PRIMARY KEY NOT NULL,
	"findings" jsonb,
	"checked_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "card_endpoint_checks_read_check" CHECK (("card_endpoint_checks"."findings" is null) = ("card_endpoint_checks"."checked_at" is null)),
	CONSTRAINT "card_endpoint_checks_failure_check" CHECK (("card_endpoint_checks"."failed_at" is null) = ("card_endpoint_checks"."failure" is null))
);
--> statement-breakpoint
ALTER TABLE "card_endpoint_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "card_endpoint_checks" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);