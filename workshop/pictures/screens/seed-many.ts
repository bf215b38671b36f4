/** More data than screens were designed for, stored in a few statements. */
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'

/** The longest name that most screens accept. */
export const longName = (word: string): string =>
  `${word} ${'with a very long name '.repeat(4)}`.slice(0, 80).trim()

/** Right to left, without spaces, with emoji. */
export const mixedNames = [
  'إبريق شاي أزرق',
  'קומקום כחול',
  '🫖🫖🫖 Teapots 🫖🫖🫖',
  'Kettle'.repeat(13),
]

const batch = 1_000

type Counts = { nudges: number; activities: number; members: number; sites: number }

export async function seedMany(services: Services, site: TestSite, counts: Counts): Promise<void> {
  const { teamId, siteId } = site.scope
  const { pool } = services
  const names = [...mixedNames, longName('Nudge'), 'Purchases on all pages']
  const of = [teamId, siteId]
  await pool.query(
    `insert into nudges (team_id, site_id, surface, type, name, state, position, created_at, updated_at)
     select $1, $2, case when number % 3 = 0 then 'inline' else 'popup' end, 'purchase',
       ($3::text[])[1 + number % $4::int], case when number % 5 = 0 then 'published' else 'draft' end,
       10 + number, now(), now()
     from generate_series(1, $5::int) as number`,
    [...of, names, names.length, counts.nudges],
  )
  // In batches, because the product uses the same embedded database.
  for (let from = 1; from <= counts.activities; from += batch) {
    await pool.query(insertActivities, [...of, names, names.length, from, from + batch - 1])
  }
  await pool.query(
    `insert into products (team_id, site_id, external_id, title, price_cents, currency, stock,
       is_available, updated_at)
     select $1, $2, 'many-' || number, ($3::text[])[1 + number % $4::int], 123456789, 'EUR', number,
       true, now()
     from generate_series(1, 2000) as number`,
    [...of, names, names.length],
  )
  await pool.query(
    `with people as (
       insert into users (name, email, password_hash, password_created_at, created_at,
         updated_at)
       select ($2::text[])[1 + number % $3::int], 'person-many-' || number || '@sample.example', '',
         now(), now(), now()
       from generate_series(1, $4::int) as number
       returning id
     )
     insert into team_members (team_id, user_id, role, created_at)
     select $1, id, 'editor', now() from people`,
    [teamId, names, names.length, counts.members],
  )
  await pool.query(
    `insert into sites (team_id, name, url, created_at, updated_at)
     select $1, ($2::text[])[1 + number % $3::int], 'https://shop-' || number || '.example', now(),
       now()
     from generate_series(1, $4::int) as number`,
    [teamId, names, names.length, counts.sites],
  )
}

const insertActivities = `
  insert into activities (team_id, site_id, kind, external_id, source, trust, first_name, city,
    country, product_title, is_showable, body_hash, amount_cents, currency, stars, body, occurred_at,
    received_at)
  select $1, $2, (array['purchase', 'signup', 'review'])[1 + number % 3], 'many-' || number,
    'rest_api', 'signed', 'Ann', 'Llanfairpwllgwyngyll', 'GB', ($3::text[])[1 + number % $4::int],
    true, 'none', 123456789, 'EUR', 1 + number % 5,
    case when number % 3 = 2 then repeat('A review that goes on and on. ', 20) end,
    now() - number * interval '4 minutes', now()
  from generate_series($5::int, $6::int) as number`
