ALTER TABLE "daily_events" DROP CONSTRAINT "daily_events_site_id_dimension_day_member_type_pk";--> statement-breakpoint
-- By hand: the generator knows no INCLUDE.
ALTER TABLE "daily_events" ADD CONSTRAINT "daily_events_site_id_dimension_type_day_member_pk" PRIMARY KEY("site_id","dimension","type","day","member") INCLUDE ("team_id","total");--> statement-breakpoint
-- Days are written once and read for years: the sooner they are known to be settled, the fewer rows are read beside the key.
ALTER TABLE "daily_events" SET (autovacuum_vacuum_insert_scale_factor = 0.02);
