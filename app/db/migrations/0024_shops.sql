CREATE TABLE "shop_joins" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"shop_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"staff_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shop_joins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shop_staff" (
	"shop_id" bigint NOT NULL,
	"staff_id" text NOT NULL,
	"team_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"join_answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shop_staff_shop_id_staff_id_pk" PRIMARY KEY("shop_id","staff_id")
);
--> statement-breakpoint
ALTER TABLE "shop_staff" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shops" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shops_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"site_id" bigint,
	"domain" text NOT NULL,
	"shopify_id" text NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"scopes" text[] NOT NULL,
	"access_token" "bytea",
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token" "bytea",
	"refresh_token_expires_at" timestamp (3) with time zone,
	"refresh_started_at" timestamp (3) with time zone,
	"installed_at" timestamp (3) with time zone NOT NULL,
	"uninstalled_at" timestamp (3) with time zone,
	"purge_at" timestamp (3) with time zone,
	"customer_data_level" smallint DEFAULT 0 NOT NULL,
	"web_pixel_id" text,
	"backfill" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shops" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "users_email_key";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_created_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_joins" ADD CONSTRAINT "shop_joins_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_joins" ADD CONSTRAINT "shop_joins_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_staff" ADD CONSTRAINT "shop_staff_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_staff" ADD CONSTRAINT "shop_staff_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_staff" ADD CONSTRAINT "shop_staff_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_joins_shop_id_staff_id_key" ON "shop_joins" USING btree ("shop_id","staff_id");--> statement-breakpoint
CREATE INDEX "shop_joins_expires_at_idx" ON "shop_joins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "shop_staff_user_id_idx" ON "shop_staff" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shops_domain_key" ON "shops" USING btree ("domain");--> statement-breakpoint
CREATE UNIQUE INDEX "shops_team_id_key" ON "shops" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "shops_site_id_idx" ON "shops" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "shops_purge_at_idx" ON "shops" USING btree ("purge_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email") WHERE "users"."password_hash" is not null;--> statement-breakpoint
CREATE POLICY "team_rows" ON "shop_joins" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "shop_joins" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "shop_staff" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "shop_staff" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "shops" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "shops" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);