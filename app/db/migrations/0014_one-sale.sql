ALTER TABLE "activities" ADD COLUMN "same_sale_as" bigint;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "is_kept_apart" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_same_sale_as_activities_id_fk" FOREIGN KEY ("same_sale_as") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_sale_idx" ON "activities" USING btree ("email_hash","amount_cents","occurred_at") WHERE kind = 'purchase' and account <> '' and email_hash is not null;--> statement-breakpoint
CREATE INDEX "activities_same_sale_as_idx" ON "activities" USING btree ("same_sale_as") WHERE same_sale_as is not null;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_same_sale_check" CHECK ("activities"."same_sale_as" is null or not ("activities"."is_showable" or "activities"."is_kept_apart"));