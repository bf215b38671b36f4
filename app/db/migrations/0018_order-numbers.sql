ALTER TABLE "activities" ADD COLUMN "order_number" text;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "is_numbered_by_caller" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "activities_order_number_idx" ON "activities" USING btree ("order_number","site_id","kind") WHERE order_number is not null;