-- By hand: days get the sums of their hours. Comes before the tables that pages write are locked.
UPDATE daily_events SET hours = counted.hours
FROM (
  SELECT site_id, day, dimension, member, type, ARRAY[
    coalesce(sum(total) FILTER (WHERE at_hour = 0), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 1), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 2), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 3), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 4), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 5), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 6), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 7), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 8), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 9), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 10), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 11), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 12), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 13), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 14), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 15), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 16), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 17), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 18), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 19), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 20), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 21), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 22), 0),
    coalesce(sum(total) FILTER (WHERE at_hour = 23), 0)
  ]::bigint[] AS hours
  FROM (
    SELECT site_id, (hour AT TIME ZONE 'UTC')::date AS day, extract(hour FROM hour AT TIME ZONE 'UTC')::int AS at_hour,
      dimension, member, type, total
    FROM hourly_events CROSS JOIN LATERAL (VALUES
      ('nudge', nullif(nudge_id, 0)::text), ('device', device), ('country', country), ('detail', nullif(detail, '')),
      ('reason', CASE type WHEN 'not_shown' THEN nudge_id || ' ' || detail END)
    ) AS marginal (dimension, member)
    WHERE member IS NOT NULL
    UNION ALL
    SELECT site_id, (hour AT TIME ZONE 'UTC')::date, extract(hour FROM hour AT TIME ZONE 'UTC')::int, 'page', page, type, total
    FROM hourly_pages
  ) AS parts
  GROUP BY 1, 2, 3, 4, 5
) AS counted
WHERE daily_events.hours IS NULL AND (counted.site_id, counted.day, counted.dimension, counted.member, counted.type)
  = (daily_events.site_id, daily_events.day, daily_events.dimension, daily_events.member, daily_events.type);--> statement-breakpoint

-- What has no hourly sums counts at noon (UTC), as visitors below do.
UPDATE daily_events SET hours = array_fill(0::bigint, ARRAY[12]) || total || array_fill(0::bigint, ARRAY[11])
WHERE hours IS NULL AND dimension NOT LIKE '%\_month';--> statement-breakpoint

ALTER TABLE "visitor_days" ADD COLUMN "hour" smallint DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "visitor_days" ALTER COLUMN "hour" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "visitor_days" DROP CONSTRAINT "visitor_days_site_id_day_arm_pk";--> statement-breakpoint
ALTER TABLE "visitor_days" ADD CONSTRAINT "visitor_days_site_id_day_hour_arm_pk" PRIMARY KEY("site_id","day","hour","arm");
