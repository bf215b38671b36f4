CREATE TABLE "notification_choices" (
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"is_wanted" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "notification_choices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint,
	"challenge" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passkey_challenges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_synced" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "passkeys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "password_resets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pending_logins" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"sent_code_hash" "bytea",
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pending_logins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "rate_limits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"device_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"second_factor_at" timestamp (3) with time zone,
	"impersonates_id" bigint,
	"impersonation_ends_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "staff_acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" bigint,
	"user_id" bigint,
	"team_id" bigint,
	"act" text NOT NULL,
	"reason" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"outcome" text DEFAULT 'done' NOT NULL,
	"refusal" text,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_acts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"seed" "bytea",
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint,
	"two_factor_reset_code" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "two_factors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"password_hash" text,
	"password_created_at" timestamp (3) with time zone,
	"terms_accepted_at" timestamp (3) with time zone NOT NULL,
	"terms_version" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspension_notice" text,
	"photo_id" uuid,
	"country_code" text,
	"phone" text,
	"phone_verified_at" timestamp (3) with time zone,
	"attribution" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"extra_attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_read_announcements_at" timestamp (3) with time zone,
	"current_team_id" bigint,
	"current_site_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "activities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"source" text NOT NULL,
	"token_id" bigint,
	"connection_id" bigint,
	"trust" text NOT NULL,
	"approval" text DEFAULT 'approved' NOT NULL,
	"exclusion_id" bigint,
	"first_name" text,
	"last_name" text,
	"email_hash" text,
	"city" text,
	"country" text,
	"product_title" text,
	"product_url" text,
	"product_image" text,
	"stars" integer,
	"body" text,
	"amount_cents" bigint,
	"currency" text,
	"is_showable" boolean NOT NULL,
	"body_hash" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activities_connection_check" CHECK ("activities"."connection_id" is null or "activities"."source" = 'integration')
);
--> statement-breakpoint
ALTER TABLE "activities" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "exclusions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exclusions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exclusions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"body" text NOT NULL,
	"action_text" text,
	"action_url" text,
	"shell" text,
	"plans" text[],
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"team_id" bigint PRIMARY KEY NOT NULL,
	"stripe_id" text,
	"card_brand" text,
	"card_last_four" text,
	"card_country" text,
	"card_exp_month" smallint,
	"card_exp_year" smallint,
	"billing_name" text,
	"billing_address" text,
	"billing_address_line_2" text,
	"billing_city" text,
	"billing_state" text,
	"billing_zip" text,
	"billing_country" text,
	"vat_id" text,
	"vat_status" text,
	"extra_billing_information" text,
	"trial_ends_at" timestamp (3) with time zone,
	"app_sumo_code" text,
	"cancellation_offered_at" timestamp (3) with time zone,
	"busy_until" timestamp (3) with time zone,
	"busy_with" uuid,
	"ordered_plan_id" text,
	"ordered_by" bigint,
	"ordered_at" timestamp (3) with time zone,
	"reads_started" bigint DEFAULT 0 NOT NULL,
	"read_stored" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_approvals" (
	"team_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"operation" text NOT NULL,
	"provider_id" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_approvals_team_id_channel_operation_pk" PRIMARY KEY("team_id","channel","operation")
);
--> statement-breakpoint
ALTER TABLE "billing_approvals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"provider_id" text NOT NULL,
	"subscription_provider_id" text,
	"number" text,
	"state" text NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"period_started_at" timestamp (3) with time zone,
	"period_ends_at" timestamp (3) with time zone,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoices_currency_check" CHECK ("invoices"."currency" = 'usd')
);
--> statement-breakpoint
ALTER TABLE "invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"units" bigint NOT NULL,
	"price_cents" bigint NOT NULL,
	"provider_id" text,
	"state" text NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"receipt_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "purchases_paid_check" CHECK (("purchases"."state" = 'paid') = ("purchases"."paid_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "purchases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"type" text DEFAULT 'default' NOT NULL,
	"channel" text NOT NULL,
	"provider_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"provider_plan" text NOT NULL,
	"state" text NOT NULL,
	"provider_status" text NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"unit_cents" bigint NOT NULL,
	"discount" jsonb,
	"trial_ends_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"current_period_started_at" timestamp (3) with time zone,
	"current_period_ends_at" timestamp (3) with time zone,
	"is_lifetime" boolean DEFAULT false NOT NULL,
	"payment_receipt_url" text,
	"lifetime_forwarded_impressions" bigint,
	"past_due_since" timestamp (3) with time zone,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_ended_check" CHECK (("subscriptions"."state" = 'ended') = ("subscriptions"."ended_at" is not null)),
	CONSTRAINT "subscriptions_cancelled_check" CHECK ("subscriptions"."state" <> 'cancelled' or "subscriptions"."ends_at" is not null),
	CONSTRAINT "subscriptions_renewing_check" CHECK ("subscriptions"."state" not in ('trialing', 'active') or "subscriptions"."ends_at" is null),
	CONSTRAINT "subscriptions_trialing_check" CHECK ("subscriptions"."state" <> 'trialing' or "subscriptions"."trial_ends_at" is not null),
	CONSTRAINT "subscriptions_past_due_check" CHECK (("subscriptions"."state" = 'past_due') = ("subscriptions"."past_due_since" is not null)),
	CONSTRAINT "subscriptions_quantity_check" CHECK ("subscriptions"."quantity" >= 1)
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "wix_instances" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wix_instances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"site_id" bigint,
	"instance_id" text NOT NULL,
	"installed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wix_instances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_checks" (
	"night" date PRIMARY KEY NOT NULL,
	"checked" integer NOT NULL,
	"repaired" integer NOT NULL,
	"failed" integer NOT NULL,
	"findings" jsonb NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "billing_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "business_metrics" (
	"day" date PRIMARY KEY NOT NULL,
	"monthly_cents" bigint NOT NULL,
	"volume_cents" bigint NOT NULL,
	"new_users" integer NOT NULL,
	"churned" integer NOT NULL,
	"generic_trials" integer NOT NULL,
	"trialing" integer NOT NULL,
	"subscribers" integer NOT NULL,
	"per_plan" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "business_metrics" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "given_coupons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "given_coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"staff_id" bigint,
	"code" text NOT NULL,
	"provider_id" text NOT NULL,
	"percent_off" smallint,
	"amount_off_cents" bigint,
	"duration" text NOT NULL,
	"months" smallint,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "given_coupons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "connections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"integration" text NOT NULL,
	"account" text NOT NULL,
	"label" text,
	"state" text DEFAULT 'active' NOT NULL,
	"credentials" "bytea",
	"hook_hash" "bytea",
	"products_read_at" timestamp (3) with time zone,
	"cursor" jsonb,
	"pull_due_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"fault" text,
	"lost_at" timestamp (3) with time zone,
	"token_started_at" timestamp (3) with time zone,
	"first_record_at" timestamp (3) with time zone,
	"last_record_at" timestamp (3) with time zone,
	"stored" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"connected_by" bigint,
	"problem" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_approvals" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"integration" text NOT NULL,
	"connection_id" bigint,
	"verifier" "bytea",
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "oauth_approvals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"connection_id" bigint,
	"account" text NOT NULL,
	"delivery_id" text NOT NULL,
	"topic" text NOT NULL,
	"body" "bytea",
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"triggered_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "demo_shops" (
	"site_id" bigint PRIMARY KEY NOT NULL,
	"team_id" bigint NOT NULL,
	"api_token" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "demo_shops" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "erasures" (
	"kind" text NOT NULL,
	"subject_hash" "bytea" NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "erasures_kind_subject_hash_pk" PRIMARY KEY("kind","subject_hash")
);
--> statement-breakpoint
ALTER TABLE "erasures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "daily_events" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"day" date NOT NULL,
	"dimension" text NOT NULL,
	"member" text NOT NULL,
	"type" text NOT NULL,
	"total" bigint NOT NULL,
	"hours" bigint[],
	CONSTRAINT "daily_events_site_id_dimension_type_day_member_pk" PRIMARY KEY("site_id","dimension","type","day","member")
);
--> statement-breakpoint
ALTER TABLE "daily_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_id_turns" (
	"turned_at" timestamp (3) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_id_turns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_ids" (
	"site_id" bigint NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "event_ids_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
ALTER TABLE "event_ids" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_ids_before" (
	"site_id" bigint NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "event_ids_before_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
ALTER TABLE "event_ids_before" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "experiment_days" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"experiment_id" bigint NOT NULL,
	"day" date NOT NULL,
	"side" text NOT NULL,
	"visitors" bigint NOT NULL,
	"converters" bigint NOT NULL,
	CONSTRAINT "experiment_days_site_id_experiment_id_day_side_pk" PRIMARY KEY("site_id","experiment_id","day","side")
);
--> statement-breakpoint
ALTER TABLE "experiment_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hourly_events" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"nudge_id" bigint NOT NULL,
	"type" text NOT NULL,
	"detail" text NOT NULL,
	"device" text NOT NULL,
	"country" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "hourly_events_site_id_hour_nudge_id_type_detail_device_country_pk" PRIMARY KEY("site_id","hour","nudge_id","type","detail","device","country")
);
--> statement-breakpoint
ALTER TABLE "hourly_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hourly_pages" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"page" text NOT NULL,
	"type" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "hourly_pages_site_id_hour_page_type_pk" PRIMARY KEY("site_id","hour","page","type")
);
--> statement-breakpoint
ALTER TABLE "hourly_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pixel_events" (
	"site_id" bigint NOT NULL,
	"id" text NOT NULL,
	"team_id" bigint NOT NULL,
	"type" text NOT NULL,
	"nudge_id" bigint,
	"claim_id" uuid,
	"goal_id" bigint,
	"page" text NOT NULL,
	"product" text,
	"device" text NOT NULL,
	"country" text NOT NULL,
	"reason" text NOT NULL,
	"amount" integer NOT NULL,
	"visitor" "bytea" NOT NULL,
	"arm" text NOT NULL,
	"outcome" text NOT NULL,
	"experiment_id" bigint,
	"side" text,
	"is_billed" boolean NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pixel_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rolled_days" (
	"day" date PRIMARY KEY NOT NULL,
	"rolled_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rolled_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "speed_days" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"day" date NOT NULL,
	"arm" text NOT NULL,
	"metric" text NOT NULL,
	"bucket" integer NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "speed_days_site_id_day_arm_metric_bucket_pk" PRIMARY KEY("site_id","day","arm","metric","bucket")
);
--> statement-breakpoint
ALTER TABLE "speed_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visitor_days" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"day" date NOT NULL,
	"arm" text NOT NULL,
	"visitors" bigint NOT NULL,
	"converters" bigint NOT NULL,
	CONSTRAINT "visitor_days_site_id_day_arm_pk" PRIMARY KEY("site_id","day","arm")
);
--> statement-breakpoint
ALTER TABLE "visitor_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visitor_salts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visitors" (
	"site_id" bigint NOT NULL,
	"month" date NOT NULL,
	"visitor" "bytea" NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "visitors_site_id_month_visitor_mark_pk" PRIMARY KEY("site_id","month","visitor","mark")
);
--> statement-breakpoint
ALTER TABLE "visitors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "form_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"name" text NOT NULL,
	"pages" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"selector" text,
	"email_field" text,
	"first_name_field" text,
	"consent_field" text,
	"thank_you_page" text,
	"asks_consent" boolean DEFAULT true NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "form_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "listed_forms" (
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"selector" text,
	"email_field" text,
	"fields" text NOT NULL,
	"boxes" text NOT NULL,
	"total" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "listed_forms_site_id_page_name_pk" PRIMARY KEY("site_id","page","name")
);
--> statement-breakpoint
ALTER TABLE "listed_forms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "goal_hits" (
	"goal_id" bigint NOT NULL,
	"unique_key" text NOT NULL,
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"source" text NOT NULL,
	"arm" text,
	"amount_cents" bigint,
	"currency" text,
	"reached_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "goal_hits_goal_id_unique_key_pk" PRIMARY KEY("goal_id","unique_key")
);
--> statement-breakpoint
ALTER TABLE "goal_hits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "goals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "goals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"match" text,
	"pattern" text,
	"selector" text,
	"value_cents" bigint,
	"currency" text,
	"is_repeatable" boolean NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"tested_at" timestamp (3) with time zone,
	"tested_cents" bigint,
	"tested_currency" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "goals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint,
	"team_id" bigint,
	"site_id" bigint,
	"webp" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"user_id" bigint,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"rows" jsonb NOT NULL,
	"taken" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "manual_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "manual_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"user_id" bigint,
	"text" text NOT NULL,
	"url" text,
	"image" text,
	"is_shown" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "manual_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"short_id" text GENERATED ALWAYS AS (translate(encode(decode(right(id::text, 12), 'hex'), 'base64'), '+/', '-_')) STORED NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"nudge_id" bigint NOT NULL,
	"nudge_version" integer NOT NULL,
	"basis" text DEFAULT 'activity' NOT NULL,
	"activity_id" bigint,
	"rule" text NOT NULL,
	"window_seconds" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claims_subject_key" UNIQUE NULLS NOT DISTINCT("nudge_id","nudge_version","activity_id","text")
);
--> statement-breakpoint
ALTER TABLE "claims" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "nudge_experiments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "nudge_experiments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"nudge_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"share" integer NOT NULL,
	"version_a" integer NOT NULL,
	"version_b" integer,
	"settings_b" jsonb,
	"user_id" bigint,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"kept" text
);
--> statement-breakpoint
ALTER TABLE "nudge_experiments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "nudge_versions" (
	"nudge_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"settings" jsonb NOT NULL,
	"user_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "nudge_versions_nudge_id_version_pk" PRIMARY KEY("nudge_id","version")
);
--> statement-breakpoint
ALTER TABLE "nudge_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "nudges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "nudges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"short_id" text GENERATED ALWAYS AS (translate(encode(decode(right(uuid::text, 12), 'hex'), 'base64'), '+/', '-_')) STORED NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"surface" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"position" integer NOT NULL,
	"query" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"content" jsonb,
	"rules" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"placement" jsonb,
	"message" jsonb,
	"look" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"draft" jsonb,
	"publish_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"user_id" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "nudges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meters" (
	"team_id" bigint NOT NULL,
	"month" date NOT NULL,
	"visitors" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"gone_visitors" bigint DEFAULT 0 NOT NULL,
	"gone_impressions" bigint DEFAULT 0 NOT NULL,
	"metered_by" text NOT NULL,
	"allowance" bigint,
	"granted" integer NOT NULL,
	"limit_reached_at" timestamp (3) with time zone,
	"mailed_percent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "meters_team_id_month_pk" PRIMARY KEY("team_id","month")
);
--> statement-breakpoint
ALTER TABLE "meters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "plan_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"actor" text NOT NULL,
	"user_id" bigint,
	"from_plan" text NOT NULL,
	"to_plan" text NOT NULL,
	"overrides" jsonb NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plan_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_meters" (
	"site_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"month" date NOT NULL,
	"unit" text NOT NULL,
	"used" bigint NOT NULL,
	"allowance" bigint NOT NULL,
	"granted" integer NOT NULL,
	CONSTRAINT "site_meters_site_id_month_unit_pk" PRIMARY KEY("site_id","month","unit")
);
--> statement-breakpoint
ALTER TABLE "site_meters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "presence" (
	"site_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"visitor" "bytea" NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "presence_site_id_kind_subject_visitor_pk" PRIMARY KEY("site_id","kind","subject","visitor")
);
--> statement-breakpoint
ALTER TABLE "presence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_feeds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"url" text NOT NULL,
	"format" text,
	"etag" text,
	"last_modified" text,
	"read_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"fault" text,
	"products" integer DEFAULT 0 NOT NULL,
	"faulty" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_feeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"feed_id" bigint,
	"connection_id" bigint,
	"title" text NOT NULL,
	"url" text,
	"image" text,
	"price_cents" bigint,
	"currency" text,
	"stock" integer,
	"is_available" boolean,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_reports" (
	"site_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"team_id" bigint NOT NULL,
	"every" text NOT NULL,
	"told_until" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_reports_site_id_user_id_pk" PRIMARY KEY("site_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "site_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "preview_tabs" (
	"link" uuid PRIMARY KEY NOT NULL,
	"tab_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"points_for" "bytea",
	"place" jsonb,
	"form" jsonb,
	"places" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "preview_tabs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	"connection_id" bigint,
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
	"backfill_due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shops" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "member_sites" (
	"team_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	CONSTRAINT "member_sites_team_id_user_id_site_id_pk" PRIMARY KEY("team_id","user_id","site_id")
);
--> statement-breakpoint
ALTER TABLE "member_sites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pixel_hosts" (
	"site_id" bigint NOT NULL,
	"host" text NOT NULL,
	"team_id" bigint NOT NULL,
	"is_secure" boolean DEFAULT true NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pixel_hosts_site_id_host_pk" PRIMARY KEY("site_id","host")
);
--> statement-breakpoint
ALTER TABLE "pixel_hosts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sites" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"category" text,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"logo_id" uuid,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"home_page" jsonb,
	"pixel_seen_at" timestamp (3) with time zone,
	"forms_listed_until" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"holdout_since" timestamp (3) with time zone,
	"visitor_boost" bigint DEFAULT 0 NOT NULL,
	"visitor_boost_expires_at" timestamp (3) with time zone,
	"withdrawals" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "support_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"team_id" bigint,
	"subject" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"assignee_id" bigint,
	"user_read_id" bigint DEFAULT 0 NOT NULL,
	"staff_read_id" bigint DEFAULT 0 NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "support_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"user_id" bigint,
	"impersonator_id" bigint,
	"act" text NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"site_ids" bigint[],
	"token_hash" "bytea" NOT NULL,
	"invited_by" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "team_members" (
	"team_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"role" text NOT NULL,
	"sees_all_sites" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_members_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "team_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "teams" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "teams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"photo_id" uuid,
	"plan" text DEFAULT 'free' NOT NULL,
	"metered_by" text DEFAULT 'visitors' NOT NULL,
	"plan_limit" bigint DEFAULT 1000,
	"member_limit" integer,
	"plan_overrides" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"visitor_boost" bigint DEFAULT 0 NOT NULL,
	"visitor_boost_expires_at" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"suspension_notice" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "teams" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"site_id" bigint,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"abilities" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"token_id" bigint NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"team_id" bigint NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"body" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_token_id_key_hash_pk" PRIMARY KEY("token_id","key_hash")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"status" integer,
	"fault" text,
	"millis" integer NOT NULL,
	"response" "bytea",
	"attempted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_endpoints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_until" timestamp (3) with time zone,
	"state" text DEFAULT 'active' NOT NULL,
	"pause_reason" text,
	"paused_at" timestamp (3) with time zone,
	"token_id" bigint,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"slow_since" timestamp (3) with time zone,
	"rests_until" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"last_delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"type" text NOT NULL,
	"activity_id" bigint,
	"goal_id" bigint,
	"conversion_key" text,
	"nudge_id" bigint,
	"facts" jsonb,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"body" "bytea",
	"prepared_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"endpoint_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "list_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "list_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"team_id" bigint NOT NULL,
	"site_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "list_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_logins" ADD CONSTRAINT "pending_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonates_id_users_id_fk" FOREIGN KEY ("impersonates_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_acts" ADD CONSTRAINT "staff_acts_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_acts" ADD CONSTRAINT "staff_acts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_exclusion_id_exclusions_id_fk" FOREIGN KEY ("exclusion_id") REFERENCES "public"."exclusions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exclusions" ADD CONSTRAINT "exclusions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exclusions" ADD CONSTRAINT "exclusions_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_ordered_by_users_id_fk" FOREIGN KEY ("ordered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_approvals" ADD CONSTRAINT "billing_approvals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wix_instances" ADD CONSTRAINT "wix_instances_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wix_instances" ADD CONSTRAINT "wix_instances_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_coupons" ADD CONSTRAINT "given_coupons_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_coupons" ADD CONSTRAINT "given_coupons_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_connected_by_users_id_fk" FOREIGN KEY ("connected_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_approvals" ADD CONSTRAINT "oauth_approvals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_approvals" ADD CONSTRAINT "oauth_approvals_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_approvals" ADD CONSTRAINT "oauth_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_approvals" ADD CONSTRAINT "oauth_approvals_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_shops" ADD CONSTRAINT "demo_shops_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_shops" ADD CONSTRAINT "demo_shops_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_days" ADD CONSTRAINT "experiment_days_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_days" ADD CONSTRAINT "experiment_days_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speed_days" ADD CONSTRAINT "speed_days_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speed_days" ADD CONSTRAINT "speed_days_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_rules" ADD CONSTRAINT "form_rules_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_rules" ADD CONSTRAINT "form_rules_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_forms" ADD CONSTRAINT "listed_forms_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_forms" ADD CONSTRAINT "listed_forms_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_hits" ADD CONSTRAINT "goal_hits_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_entries" ADD CONSTRAINT "manual_entries_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_entries" ADD CONSTRAINT "manual_entries_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_entries" ADD CONSTRAINT "manual_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_nudge_id_nudges_id_fk" FOREIGN KEY ("nudge_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_experiments" ADD CONSTRAINT "nudge_experiments_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_experiments" ADD CONSTRAINT "nudge_experiments_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_experiments" ADD CONSTRAINT "nudge_experiments_nudge_id_nudges_id_fk" FOREIGN KEY ("nudge_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_experiments" ADD CONSTRAINT "nudge_experiments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_versions" ADD CONSTRAINT "nudge_versions_nudge_id_nudges_id_fk" FOREIGN KEY ("nudge_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_versions" ADD CONSTRAINT "nudge_versions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_versions" ADD CONSTRAINT "nudge_versions_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_versions" ADD CONSTRAINT "nudge_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudges" ADD CONSTRAINT "nudges_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudges" ADD CONSTRAINT "nudges_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudges" ADD CONSTRAINT "nudges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_meters" ADD CONSTRAINT "site_meters_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_feeds" ADD CONSTRAINT "product_feeds_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_feeds" ADD CONSTRAINT "product_feeds_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_feed_id_product_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."product_feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_reports" ADD CONSTRAINT "site_reports_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_reports" ADD CONSTRAINT "site_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_reports" ADD CONSTRAINT "site_reports_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_joins" ADD CONSTRAINT "shop_joins_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_joins" ADD CONSTRAINT "shop_joins_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_staff" ADD CONSTRAINT "shop_staff_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_staff" ADD CONSTRAINT "shop_staff_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_staff" ADD CONSTRAINT "shop_staff_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_sites" ADD CONSTRAINT "member_sites_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_sites" ADD CONSTRAINT "member_sites_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_sites" ADD CONSTRAINT "member_sites_member_fk" FOREIGN KEY ("team_id","user_id") REFERENCES "public"."team_members"("team_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pixel_hosts" ADD CONSTRAINT "pixel_hosts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pixel_hosts" ADD CONSTRAINT "pixel_hosts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_impersonator_id_users_id_fk" FOREIGN KEY ("impersonator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_message_id_webhook_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_nudge_id_nudges_id_fk" FOREIGN KEY ("nudge_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_idx" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "password_resets_expires_at_idx" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pending_logins_token_hash_key" ON "pending_logins" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "pending_logins_user_id_idx" ON "pending_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_logins_expires_at_idx" ON "pending_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_acts_staff_id_idx" ON "staff_acts" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_acts_user_id_idx" ON "staff_acts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "staff_acts_team_id_idx" ON "staff_acts" USING btree ("team_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email") WHERE "users"."password_hash" is not null;--> statement-breakpoint
CREATE INDEX "users_staff_idx" ON "users" USING btree ("id") WHERE is_admin;--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin ("name" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "activities_external_key" ON "activities" USING btree ("site_id","kind","external_id");--> statement-breakpoint
CREATE INDEX "activities_external_id_idx" ON "activities" USING btree ("external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "activities_uuid_key" ON "activities" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "activities_recent_idx" ON "activities" USING btree ("site_id","kind","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activities_received_at_idx" ON "activities" USING btree ("site_id","received_at");--> statement-breakpoint
CREATE INDEX "activities_exclusion_id_idx" ON "activities" USING btree ("exclusion_id") WHERE exclusion_id is not null;--> statement-breakpoint
CREATE INDEX "activities_connection_id_idx" ON "activities" USING btree ("connection_id") WHERE connection_id is not null;--> statement-breakpoint
CREATE INDEX "activities_list_idx" ON "activities" USING btree ("site_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activities_waiting_idx" ON "activities" USING btree ("site_id","kind") WHERE approval = 'quarantined';--> statement-breakpoint
CREATE UNIQUE INDEX "exclusions_uuid_key" ON "exclusions" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "exclusions_rule_key" ON "exclusions" USING btree ("site_id","field","value");--> statement-breakpoint
CREATE INDEX "announcements_published_at_idx" ON "announcements" USING btree ("published_at");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_stripe_id_key" ON "billing_accounts" USING btree ("stripe_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_provider_key" ON "invoices" USING btree ("channel","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_uuid_key" ON "invoices" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "invoices_team_id_issued_at_idx" ON "invoices" USING btree ("team_id","issued_at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_provider_key" ON "purchases" USING btree ("channel","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_uuid_key" ON "purchases" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "purchases_team_id_idx" ON "purchases" USING btree ("team_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider_key" ON "subscriptions" USING btree ("channel","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_team_id_type_key" ON "subscriptions" USING btree ("team_id","type") WHERE "subscriptions"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "subscriptions_state_idx" ON "subscriptions" USING btree ("state","ends_at");--> statement-breakpoint
CREATE INDEX "subscriptions_team_id_idx" ON "subscriptions" USING btree ("team_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wix_instances_instance_id_key" ON "wix_instances" USING btree ("instance_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wix_instances_team_id_key" ON "wix_instances" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "wix_instances_site_id_idx" ON "wix_instances" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "given_coupons_code_key" ON "given_coupons" USING btree ("code");--> statement-breakpoint
CREATE INDEX "given_coupons_team_id_idx" ON "given_coupons" USING btree ("team_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_uuid_key" ON "connections" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_account_key" ON "connections" USING btree ("site_id","integration","account");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_hook_hash_key" ON "connections" USING btree ("hook_hash");--> statement-breakpoint
CREATE INDEX "connections_pull_due_at_idx" ON "connections" USING btree ("pull_due_at");--> statement-breakpoint
CREATE INDEX "connections_connected_by_idx" ON "connections" USING btree ("connected_by");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_approvals_person_key" ON "oauth_approvals" USING btree ("site_id","user_id","integration");--> statement-breakpoint
CREATE INDEX "oauth_approvals_user_id_idx" ON "oauth_approvals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_approvals_connection_id_idx" ON "oauth_approvals" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "oauth_approvals_expires_at_idx" ON "oauth_approvals" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_delivery_key" ON "deliveries" USING btree ("provider","delivery_id");--> statement-breakpoint
CREATE INDEX "deliveries_due_at_idx" ON "deliveries" USING btree ("due_at") WHERE "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_failed_idx" ON "deliveries" USING btree ("id") WHERE "deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "deliveries_account_idx" ON "deliveries" USING btree ("provider","account","received_at");--> statement-breakpoint
CREATE INDEX "deliveries_received_at_idx" ON "deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "deliveries_connection_id_idx" ON "deliveries" USING btree ("connection_id","id");--> statement-breakpoint
CREATE INDEX "pixel_events_received_at_idx" ON "pixel_events" USING btree ("site_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "form_rules_uuid_key" ON "form_rules" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "form_rules_site_id_idx" ON "form_rules" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "goal_hits_reached_at_idx" ON "goal_hits" USING btree ("site_id","reached_at");--> statement-breakpoint
CREATE UNIQUE INDEX "goals_uuid_key" ON "goals" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "goals_site_id_idx" ON "goals" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "photos_user_id_idx" ON "photos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "photos_team_id_idx" ON "photos" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "photos_site_id_idx" ON "photos" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_uuid_key" ON "imports" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "imports_site_id_idx" ON "imports" USING btree ("site_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "manual_entries_uuid_key" ON "manual_entries" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "manual_entries_site_id_idx" ON "manual_entries" USING btree ("site_id","created_at");--> statement-breakpoint
CREATE INDEX "claims_activity_id_idx" ON "claims" USING btree ("activity_id");--> statement-breakpoint
CREATE INDEX "claims_told_at_idx" ON "claims" USING btree ("told_at");--> statement-breakpoint
CREATE INDEX "claims_short_id_idx" ON "claims" USING btree ("nudge_id","short_id");--> statement-breakpoint
CREATE UNIQUE INDEX "nudge_experiments_uuid_key" ON "nudge_experiments" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "nudge_experiments_running_key" ON "nudge_experiments" USING btree ("site_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "nudge_experiments_nudge_id_idx" ON "nudge_experiments" USING btree ("nudge_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "nudges_uuid_key" ON "nudges" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "nudges_short_id_key" ON "nudges" USING btree ("site_id","short_id");--> statement-breakpoint
CREATE INDEX "nudges_site_id_idx" ON "nudges" USING btree ("site_id","position");--> statement-breakpoint
CREATE INDEX "plan_changes_team_id_id_idx" ON "plan_changes" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "site_meters_team_id_month_idx" ON "site_meters" USING btree ("team_id","month");--> statement-breakpoint
CREATE INDEX "presence_seen_at_idx" ON "presence" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "product_feeds_uuid_key" ON "product_feeds" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "product_feeds_url_key" ON "product_feeds" USING btree ("site_id","url");--> statement-breakpoint
CREATE INDEX "product_feeds_tried_at_idx" ON "product_feeds" USING btree ("tried_at");--> statement-breakpoint
CREATE UNIQUE INDEX "products_external_key" ON "products" USING btree ("site_id","external_id");--> statement-breakpoint
CREATE INDEX "products_title_idx" ON "products" USING btree ("site_id","title","id");--> statement-breakpoint
CREATE INDEX "products_feed_id_idx" ON "products" USING btree ("feed_id");--> statement-breakpoint
CREATE INDEX "products_connection_id_idx" ON "products" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "site_reports_user_id_idx" ON "site_reports" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shop_joins_shop_id_staff_id_key" ON "shop_joins" USING btree ("shop_id","staff_id");--> statement-breakpoint
CREATE INDEX "shop_joins_expires_at_idx" ON "shop_joins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "shop_staff_user_id_idx" ON "shop_staff" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shops_domain_key" ON "shops" USING btree ("domain");--> statement-breakpoint
CREATE UNIQUE INDEX "shops_team_id_key" ON "shops" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "shops_site_id_idx" ON "shops" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "shops_search_idx" ON "shops" USING gin ("name" gin_trgm_ops,"domain" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "shops_purge_at_idx" ON "shops" USING btree ("purge_at");--> statement-breakpoint
CREATE INDEX "shops_backfill_due_at_idx" ON "shops" USING btree ("backfill_due_at");--> statement-breakpoint
CREATE INDEX "member_sites_site_id_idx" ON "member_sites" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sites_uuid_key" ON "sites" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "sites_team_id_url_key" ON "sites" USING btree ("team_id","url");--> statement-breakpoint
CREATE INDEX "sites_search_idx" ON "sites" USING gin ("name" gin_trgm_ops,"url" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "support_messages_request_id_idx" ON "support_messages" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "support_messages_user_id_idx" ON "support_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_requests_user_id_idx" ON "support_requests" USING btree ("user_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "support_requests_state_idx" ON "support_requests" USING btree ("state","last_message_at","id");--> statement-breakpoint
CREATE INDEX "support_requests_assignee_id_idx" ON "support_requests" USING btree ("assignee_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "support_requests_last_message_at_idx" ON "support_requests" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "support_requests_team_id_idx" ON "support_requests" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "audit_entries_team_id_id_idx" ON "audit_entries" USING btree ("team_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_team_id_email_key" ON "invitations" USING btree ("team_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_email_idx" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "team_members_user_id_idx" ON "team_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "teams_slug_key" ON "teams" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "teams_owner_id_idx" ON "teams" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "teams_search_idx" ON "teams" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "api_tokens_team_id_idx" ON "api_tokens" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_team_id_idx" ON "idempotency_keys" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_message_id_idx" ON "webhook_attempts" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_site_id_idx" ON "webhook_attempts" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_uuid_key" ON "webhook_endpoints" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_site_id_idx" ON "webhook_endpoints" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_token_id_idx" ON "webhook_endpoints" USING btree ("token_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_uuid_key" ON "webhook_events" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "webhook_events_waiting_idx" ON "webhook_events" USING btree ("id") WHERE prepared_at is null;--> statement-breakpoint
CREATE INDEX "webhook_events_prepared_at_idx" ON "webhook_events" USING btree ("prepared_at");--> statement-breakpoint
CREATE INDEX "webhook_events_site_id_idx" ON "webhook_events" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "webhook_events_activity_id_idx" ON "webhook_events" USING btree ("activity_id") WHERE activity_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_goal_id_idx" ON "webhook_events" USING btree ("goal_id") WHERE goal_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_nudge_id_idx" ON "webhook_events" USING btree ("nudge_id") WHERE nudge_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_messages_uuid_key" ON "webhook_messages" USING btree ("uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_messages_event_key" ON "webhook_messages" USING btree ("event_id","endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_waiting_idx" ON "webhook_messages" USING btree ("endpoint_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_messages_failed_idx" ON "webhook_messages" USING btree ("id") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_messages_endpoint_id_idx" ON "webhook_messages" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_site_id_idx" ON "webhook_messages" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_uuid_key" ON "list_views" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "list_views_site_id_idx" ON "list_views" USING btree ("site_id","user_id","list");--> statement-breakpoint
CREATE INDEX "list_views_user_id_idx" ON "list_views" USING btree ("user_id");--> statement-breakpoint
CREATE POLICY "system_rows" ON "notification_choices" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "passkey_challenges" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "passkeys" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "password_resets" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "pending_logins" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "rate_limits" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "recovery_codes" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "sessions" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "staff_acts" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "two_factors" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "users" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "activities" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "activities" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "exclusions" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "exclusions" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "announcements" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "billing_accounts" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "billing_accounts" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "billing_approvals" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "billing_approvals" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "invoices" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "invoices" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "purchases" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "purchases" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "subscriptions" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "subscriptions" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "wix_instances" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "wix_instances" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "billing_checks" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "business_metrics" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "given_coupons" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "given_coupons" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "connections" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "connections" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "oauth_approvals" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "oauth_approvals" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "deliveries" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "demo_shops" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "demo_shops" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "erasures" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "daily_events" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "daily_events" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "event_id_turns" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "event_ids" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "event_ids_before" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "experiment_days" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "experiment_days" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "hourly_events" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "hourly_events" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "hourly_pages" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "hourly_pages" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "pixel_events" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "pixel_events" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "rolled_days" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "speed_days" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "speed_days" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "visitor_days" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "visitor_days" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "visitor_salts" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "visitors" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "form_rules" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "form_rules" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "listed_forms" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "listed_forms" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "goal_hits" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "goal_hits" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "goals" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "goals" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "photos" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "imports" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "imports" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "manual_entries" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "manual_entries" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "claims" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "claims" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "nudge_experiments" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "nudge_experiments" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "nudge_versions" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "nudge_versions" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "nudges" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "nudges" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "meters" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "meters" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "plan_changes" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "plan_changes" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "site_meters" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "site_meters" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "presence" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "product_feeds" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "product_feeds" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "products" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "products" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "site_reports" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "site_reports" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "preview_tabs" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "shop_joins" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "shop_joins" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "shop_staff" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "shop_staff" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "shops" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "shops" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "member_sites" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "member_sites" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "pixel_hosts" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "pixel_hosts" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "sites" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "sites" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "support_messages" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "support_requests" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "audit_entries" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "audit_entries" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "invitations" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "invitations" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "team_members" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "team_members" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "teams" AS PERMISSIVE FOR ALL TO "footfall_app" USING (id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "teams" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "api_tokens" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "api_tokens" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "webhook_attempts" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "webhook_attempts" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "webhook_endpoints" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "webhook_endpoints" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "webhook_events" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "webhook_events" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "webhook_messages" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "webhook_messages" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "team_rows" ON "list_views" AS PERMISSIVE FOR ALL TO "footfall_app" USING (team_id = nullif(current_setting('app.team_id', true), '')::bigint) WITH CHECK (team_id = nullif(current_setting('app.team_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "system_rows" ON "list_views" AS PERMISSIVE FOR ALL TO "footfall_system" USING (true) WITH CHECK (true);