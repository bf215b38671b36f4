ALTER TABLE "visitor_days" ADD COLUMN "hour" smallint DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "visitor_days" ALTER COLUMN "hour" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "visitor_days" DROP CONSTRAINT "visitor_days_site_id_day_arm_pk";--> statement-breakpoint
ALTER TABLE "visitor_days" ADD CONSTRAINT "visitor_days_site_id_day_hour_arm_pk" PRIMARY KEY("site_id","day","hour","arm");--> statement-breakpoint

-- By hand: days get the sums of their hours. What has no hourly sums counts at noon (UTC), as visitors
-- above do, until `recount --repair` reads it from raw events.
UPDATE daily_events SET hours = array_fill(0::bigint, ARRAY[12]) || total || array_fill(0::bigint, ARRAY[11])
WHERE dimension IN ('product', 'after');--> statement-breakpoint
UPDATE daily_events SET hours = counted.hours
FROM (
  SELECT site_id, day, dimension, member, type, array_agg(total ORDER BY hour_of_day) AS hours
  FROM (
    SELECT site_id, day, dimension, member, type, hour_of_day, coalesce(sum(total) FILTER (WHERE at_hour = hour_of_day), 0) AS total
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
    ) AS parts CROSS JOIN generate_series(0, 23) AS hour_of_day
    GROUP BY 1, 2, 3, 4, 5, 6
  ) AS by_hour
  GROUP BY 1, 2, 3, 4, 5
) AS counted
WHERE daily_events.hours IS NULL AND (counted.site_id, counted.day, counted.dimension, counted.member, counted.type)
  = (daily_events.site_id, daily_events.day, daily_events.dimension, daily_events.member, daily_events.type);
