CREATE TABLE "late_charges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "late_charges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"erased_team_id" bigint NOT NULL,
	"invoice_id" text NOT NULL,
	"customer_id" text,
	"is_of_order" boolean NOT NULL,
	"charged_cents" bigint,
	"currency" text,
	"charged_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "late_charges_charged_check" CHECK (("late_charges"."charged_at" is null) = ("late_charges"."charged_cents" is null)
        and ("late_charges"."charged_at" is null) = ("late_charges"."currency" is null))
);
--> statement-breakpoint
ALTER TABLE "late_charges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "late_charges_invoice_id_key" ON "late_charges" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "late_charges_customer_id_idx" ON "late_charges" USING btree ("customer_id");--> statement-breakpoint
CREATE POLICY "system_rows" ON "late_charges" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);