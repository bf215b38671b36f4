ALTER TABLE "users" ALTER COLUMN "terms_accepted_at" DROP NOT NULL;--> statement-breakpoint

-- By hand: without a version, no one had checked a box. The form or the server had filled it in.
UPDATE "users" SET "terms_accepted_at" = NULL WHERE "terms_version" IS NULL;--> statement-breakpoint

ALTER TABLE "users" ADD CONSTRAINT "users_terms_check" CHECK (("users"."terms_accepted_at" is null) = ("users"."terms_version" is null));
