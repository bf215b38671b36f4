ALTER TABLE "claims" ADD COLUMN "short_id" text GENERATED ALWAYS AS (translate(encode(decode(right(id::text, 12), 'hex'), 'base64'), '+/', '-_')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "nudges" ADD COLUMN "short_id" text GENERATED ALWAYS AS (translate(encode(decode(right(uuid::text, 12), 'hex'), 'base64'), '+/', '-_')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "claims_short_id_idx" ON "claims" USING btree ("nudge_id","short_id");--> statement-breakpoint
CREATE UNIQUE INDEX "nudges_short_id_key" ON "nudges" USING btree ("site_id","short_id");