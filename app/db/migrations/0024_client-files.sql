CREATE TABLE "client_builds" (
	"id" text PRIMARY KEY NOT NULL,
	"files" text[] NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_builds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_files" (
	"name" text PRIMARY KEY NOT NULL,
	"is_brotli" boolean NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "client_builds" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "client_files" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);