CREATE TABLE "event_groups" (
	"stream" uuid NOT NULL,
	"n" bigint NOT NULL,
	"events" integer NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"checksum" bigint NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "event_groups_stream_n_pk" PRIMARY KEY("stream","n")
);
--> statement-breakpoint
ALTER TABLE "event_groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_leases" (
	"stream" uuid PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"epoch" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"kept_from" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "event_leases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_set_asides" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_set_asides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stream" uuid NOT NULL,
	"n" bigint NOT NULL,
	"reason" text NOT NULL,
	"event" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_set_asides" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "event_groups" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "event_leases" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "event_set_asides" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
-- By hand: compressing texts of some kilobytes costs more than their bytes on the way, for rows that are removed soon.
ALTER TABLE "event_groups" ALTER COLUMN "body" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Room of removed groups is used again early.
ALTER TABLE "event_groups" SET (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02);
