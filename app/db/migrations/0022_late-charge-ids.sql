ALTER TABLE "late_charges" RENAME COLUMN "invoice_id" TO "provider_id";--> statement-breakpoint
DROP INDEX "late_charges_invoice_id_key";--> statement-breakpoint
CREATE UNIQUE INDEX "late_charges_provider_id_key" ON "late_charges" USING btree ("provider_id");