/**
 * `chosen` has each report of `given` that wasn't stored before, once. `given` has `site_id`, `id`, `place`
 * and `team_id`, which is null for a report that doesn't count. Sorted by key, so concurrent statements wait
 * for each other instead of deadlocking.
 */
export const freshReports = `fresh as (
  insert into event_ids (site_id, id)
  select distinct site_id, id
  from given
  where team_id is not null and not exists (
    select from event_ids_before as earlier
    where earlier.site_id = given.site_id and earlier.id = given.id
  )
  order by site_id, id
  on conflict do nothing
  returning site_id, id
),
chosen as materialized (
  select distinct on (site_id, id) *
  from given
  where (site_id, id) in (select site_id, id from fresh)
  order by site_id, id, place
)`
