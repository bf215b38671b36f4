/**
 * Sums of closed days that hourly sums can't provide, because only raw events show the order of a
 * visitor's actions and the products. Computed once when a day is rolled up, and again by the check
 * while raw events exist.
 */
import { sql, type SQL } from 'drizzle-orm'
import { hourOfDay, totalsByHour, type SiteDays } from './marginals.ts'

/** Dimensions summed from raw events. */
export const rawDimensions = ['product', 'after'] as const

/**
 * Pages can report any product. The most counted ones of a day get a row each, the rest share one
 * with an empty name.
 */
export const mostProducts = 2_000

/** Rows of `daily_events`. @param span days whose raw events are all stored */
export const rawMarginals = (span: SiteDays): SQL => sql`${afterSeeing(span)}
  union all ${byProduct(span)}`

const inSpan = ({ from, to, siteIds }: SiteDays) => sql`
  site_id = any(${sql.param(siteIds)}::bigint[]) and outcome = 'accepted'
  and received_at >= ${from}::timestamp at time zone 'UTC'
  and received_at < ${to}::timestamp at time zone 'UTC'`

/**
 * Visitors who reached a goal after an impression on the same day: of any nudge, and of each nudge.
 * All events of one report have the same time, so events that arrive together with an impression
 * don't come after it.
 *
 * Earlier events identify the visitor, as for converters, since the shop's server often reports an
 * order first. Only a visitor's first such event per day counts: reloading the page after an
 * impression reaches nothing new. They count at the hour of the last of these events.
 */
export const afterSeeing = (span: SiteDays): SQL => sql`
  select site_id, sites.team_id, day, 'after' as dimension, member, 'goal' as type,
    sum(total) as total, ${totalsByHour} as hours
  from (
    select distinct site_id, day, visitor, member, 1 as total, hour_of_day
    from (${seenFirst(span)}) as seen
    join (${reachedLast(span)}) as reached using (site_id, day, visitor)
    cross join lateral (values (nudge_id::text), ('')) as counted (member)
    where reached_at > seen_at
  ) as followed
  join sites on sites.id = site_id
  group by 1, 2, 3, 5`

const seenFirst = (span: SiteDays) => sql`
  select site_id, (received_at at time zone 'UTC')::date as day, visitor, nudge_id,
    min(received_at) as seen_at
  from pixel_events
  where type = 'impression' and nudge_id is not null and visitor <> '' and ${inSpan(span)}
  group by 1, 2, 3, 4`

const reachedLast = (span: SiteDays) => sql`
  select site_id, day, visitor, max(received_at) as reached_at,
    ${hourOfDay(sql`max(received_at)`)} as hour_of_day
  from (
    select site_id, (received_at at time zone 'UTC')::date as day, visitor, amount, received_at,
      min(received_at) over (
        partition by site_id, (received_at at time zone 'UTC')::date, visitor, goal_id
      ) as first_at
    from pixel_events
    where type = 'goal' and visitor <> '' and ${inSpan(span)}
  ) as hits
  where amount > 0 or received_at = first_at
  group by 1, 2, 3`

const byProduct = (span: SiteDays) => sql`
  select site_id, sites.team_id, day, 'product',
    case when place <= ${mostProducts} then product else '' end, type, sum(total), ${totalsByHour}
  from (
    select *, dense_rank() over (partition by site_id, day order by of_product desc, product) as place
    from (
      select *, sum(total) over (partition by site_id, day, product) as of_product
      from (
        select site_id, (received_at at time zone 'UTC')::date as day,
          ${hourOfDay(sql`received_at`)} as hour_of_day, product, type, sum(amount) as total
        from pixel_events
        where product is not null and amount > 0 and type in ('product_view', 'cart', 'visit')
          and ${inSpan(span)}
        group by 1, 2, 3, 4, 5
      ) as counted
    ) as of_products
  ) as placed join sites on sites.id = site_id
  group by 1, 2, 3, 5, 6`
