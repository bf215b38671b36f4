DROP INDEX "activities_external_key";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "state_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "is_confirmed" boolean;--> statement-breakpoint
CREATE UNIQUE INDEX "activities_external_key" ON "activities" USING btree ("site_id","kind","external_id","account");--> statement-breakpoint

-- By hand: what connections delivered has the ids of their accounts, as `accountOfIds` names them.
UPDATE "activities" SET "account" = CASE
    WHEN "connections"."integration" IN ('stripe', 'paypal', 'wix', 'etsy', 'eventbrite') THEN "connections"."integration"
    WHEN "connections"."integration" = 'magento' THEN 'magento:' || regexp_replace(split_part("connections"."account", ' ', 1), '^www\.', '')
    WHEN "connections"."integration" IN ('wordpress', 'prestashop') THEN "connections"."integration" || ':' || regexp_replace("connections"."account", '^www\.', '')
    ELSE "connections"."integration" || ':' || "connections"."account"
  END
FROM "connections"
WHERE "connections"."id" = "activities"."connection_id" AND "connections"."integration" <> 'smart_webhook';
