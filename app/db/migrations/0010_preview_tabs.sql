CREATE TABLE "preview_tabs" (
	"link" uuid PRIMARY KEY NOT NULL,
	"tab_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "preview_tabs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "preview_tabs" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);