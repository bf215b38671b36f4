-- By hand: reasons of days that were summed before sums by nudge and reason existed. Hours have both.
INSERT INTO "daily_events" ("site_id", "team_id", "day", "dimension", "member", "type", "total")
SELECT "site_id", "sites"."team_id", ("hour" AT TIME ZONE 'UTC')::date, 'reason', "nudge_id" || ' ' || "detail", "type", sum("total")
FROM "hourly_events" JOIN "sites" ON "sites"."id" = "site_id"
WHERE "type" = 'not_shown' AND ("hour" AT TIME ZONE 'UTC')::date <= (SELECT max("day") FROM "rolled_days")
GROUP BY 1, 2, 3, 5, 6
ORDER BY 1, 6, 3, 5
ON CONFLICT DO NOTHING;
