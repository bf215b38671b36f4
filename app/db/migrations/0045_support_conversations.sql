CREATE TABLE "support_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" bigint NOT NULL,
	"author" text NOT NULL,
	"user_id" bigint,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "support_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "support_requests_created_at_idx";--> statement-breakpoint
DROP INDEX "support_requests_user_id_idx";--> statement-breakpoint
ALTER TABLE "support_requests" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "support_requests" ADD COLUMN "assignee_id" bigint;--> statement-breakpoint
ALTER TABLE "support_requests" ADD COLUMN "user_read_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "support_requests" ADD COLUMN "staff_read_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "support_requests" ADD COLUMN "last_message_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_messages_request_id_idx" ON "support_messages" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "support_messages_user_id_idx" ON "support_messages" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_requests_state_idx" ON "support_requests" USING btree ("state","last_message_at","id");--> statement-breakpoint
CREATE INDEX "support_requests_assignee_id_idx" ON "support_requests" USING btree ("assignee_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "support_requests_last_message_at_idx" ON "support_requests" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "support_requests_team_id_idx" ON "support_requests" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "users_staff_idx" ON "users" USING btree ("id") WHERE is_admin;--> statement-breakpoint
CREATE INDEX "support_requests_user_id_idx" ON "support_requests" USING btree ("user_id","last_message_at","id");--> statement-breakpoint
CREATE POLICY "system_rows" ON "support_messages" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
-- By hand: what was one message becomes a conversation, before its columns go.
INSERT INTO "support_messages" ("request_id", "author", "user_id", "body", "created_at")
SELECT "id", 'user', "user_id", "message", "created_at" FROM "support_requests" ORDER BY "id";--> statement-breakpoint
UPDATE "support_requests" SET "last_message_at" = "created_at",
  "state" = CASE WHEN "answered_at" IS NULL THEN 'open' ELSE 'waiting' END;--> statement-breakpoint
ALTER TABLE "support_requests" ALTER COLUMN "last_message_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "support_requests" DROP COLUMN "message";--> statement-breakpoint
ALTER TABLE "support_requests" DROP COLUMN "answered_at";
