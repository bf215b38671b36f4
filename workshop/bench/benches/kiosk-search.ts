/**
 * Staff search among a million people: requests of the kiosk's first screen, which searches people,
 * organizations and sites together.
 */
import pg from 'pg'
import { createMakers } from '#tests/support/makers.ts'
import type { Bench } from '../bench.ts'
import { atMost, lineOf, type Line } from '../report-line.ts'
import { openShop, type BenchShop } from '../shop.ts'
import { median, percentile } from '../summary.ts'

const people = 1_000_000
/** Each of another person, with one site and one order. */
const teams = 250_000

/** For each kind of search. */
const searches = 40

const wantedMillis = 100

/** The nth search of a kind. */
const kinds: Readonly<Record<string, (nth: number) => string>> = {
  name: (nth) => `${wordOf(firstNames, nth * 7)} ${wordOf(lastNames, nth * 3)}`,
  'name-part': (nth) => wordOf(lastNames, nth).slice(1, 5),
  email: (nth) => emailOf(1 + ((nth * 24_611) % people)),
  uuid: (nth) => uuidOf(1 + ((nth * 6_121) % teams)),
  wildcard: (nth) => `${wordOf(firstNames, nth).toLowerCase()}*${String(nth * 173)}@*.example`,
  order: (nth) => `order-${String(1 + ((nth * 6_121) % teams))}`,
  nothing: (nth) => `zyxwv${String(nth)}`,
}

export const kioskSearch: Bench = async ({ rounds, printLine }) => {
  const shop = await openShop({ engine: 'postgres', sites: 1 })
  try {
    const began = performance.now()
    await insertPeople(shop)
    const seconds = Math.round((performance.now() - began) / 1000)
    printLine(`  ${people.toLocaleString('en')} people in ${String(seconds)} s`)
    const { cookie } = await shop.withServices((services) =>
      createMakers(services).confirmedStaff({ email: 'staff@footfall.example' }),
    )
    const lines: Line[] = []
    for (const [kind, textOf] of Object.entries(kinds)) {
      const line = await measureKind({ shop, cookie, rounds }, kind, textOf)
      printLine(`  ${kind}: p50 ${String(line.p50)} ms, p95 ${String(line.product)} ms`)
      lines.push(line)
    }
    return lines
  } finally {
    await shop.stop()
  }
}

type Measuring = { shop: BenchShop; cookie: string; rounds: number }

async function measureKind(
  { shop, cookie, rounds }: Measuring,
  kind: string,
  textOf: (nth: number) => string,
): Promise<Line> {
  const times: number[] = []
  let found = 0
  // The first round warms up the server and the database.
  for (let round = 0; round <= rounds; round += 1) {
    for (let nth = 1; nth <= searches; nth += 1) {
      const address = `${shop.product.baseUrl}/kiosk.data?q=${encodeURIComponent(textOf(nth))}`
      const began = performance.now()
      const answer = await fetch(address, { headers: { Cookie: cookie } })
      const text = await answer.text()
      const millis = performance.now() - began
      if (answer.status !== 200)
        throw new Error(`The search was answered ${String(answer.status)}.`)
      if (round === 0) continue
      times.push(millis)
      if (text.includes('.example')) found += 1
    }
  }
  if (kind !== 'nothing' && found < times.length / 2) {
    throw new Error(`The searches by ${kind} found too little: ${String(found)}.`)
  }
  const slowest = percentile(times, 0.95)
  return lineOf(
    { bench: `kiosk-search-${kind}`, database: 'postgres' },
    {
      ratio: slowest,
      ...atMost(slowest, wantedMillis),
      product: slowest,
      unit: 'p95 ms',
      rounds,
      p50: median(times),
      p99: percentile(times, 0.99),
      note: `${people.toLocaleString('en')} people, ${teams.toLocaleString('en')} organizations, sites and orders; ${String(found)} of ${String(times.length)} searches found something`,
    },
  )
}

/** Some are frequent, and parts of some are in others. */
const firstNames = [
  ...['Anna', 'Ben', 'Chiara', 'Daan', 'Elif', 'Femke', 'Giulia', 'Hannah', 'Ivan', 'Jonas'],
  ...['Katarina', 'Lars', 'Mila', 'Noor', 'Oskar', 'Petra', 'Quentin', 'Rosa', 'Sven', 'Tomasz'],
  ...['Ulrike', 'Viktor', 'Willem', 'Xenia', 'Yusuf', 'Zofia', 'Annabel', 'Benedikt', 'Marianne'],
]
const lastNames = [
  ...['Archer', 'Bakker', 'Costa', 'Dijkstra', 'Eriksen', 'Ferrari', 'Garcia', 'Hansen', 'Ionescu'],
  ...['Jansen', 'Kowalski', 'Lindqvist', 'Mueller', 'Novak', 'Olsen', 'Petrov', 'Quispe', 'Romano'],
  ...['Schmidt', 'Taylor', 'Ulmer', 'Visser', 'Weber', 'Yilmaz', 'Zimmermann', 'Archibald'],
]

const wordOf = (words: readonly string[], nth: number): string => words[nth % words.length] ?? ''

const emailOf = (id: number): string =>
  `${wordOf(firstNames, id).toLowerCase()}.${wordOf(lastNames, id).toLowerCase()}.${String(id)}@mail${String(id % 5_000)}.example`

const uuidOf = (id: number): string =>
  `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`

/** Indexes of texts are built afterwards, which takes a fraction of the time. */
const textIndexes = ['users_search_idx', 'teams_search_idx', 'sites_search_idx']

async function insertPeople(shop: BenchShop): Promise<void> {
  const client = new pg.Client({ connectionString: String(shop.databaseUrl) })
  await client.connect()
  try {
    // Without triggers, which notify every process of each site.
    await client.query('set session_replication_role = replica')
    await client.query("set maintenance_work_mem = '512MB'")
    const { rows } = await client.query<{ indexdef: string }>(
      'select indexdef from pg_indexes where indexname = any ($1)',
      [textIndexes],
    )
    for (const name of textIndexes) await client.query(`drop index ${name}`)
    await client.query(insertUsers, [people, firstNames, lastNames])
    await client.query(insertTeams, [teams, lastNames])
    await client.query(insertMembers, [teams])
    await client.query(insertSites, [teams])
    await client.query(insertOrders, [teams])
    for (const { indexdef } of rows) await client.query(indexdef)
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** Far above the ids of the rows that are there, which belong to no one here. */
const base = 10_000_000

const nthOf = (words: string) =>
  `(${words}::text[])[1 + number % array_length(${words}::text[], 1)]`

const insertUsers = `
insert into users (id, name, email, email_verified_at, password_hash, created_at, updated_at)
overriding system value
select ${String(base)} + number, ${nthOf('$2')} || ' ' || ${nthOf('$3')},
  lower(${nthOf('$2')} || '.' || ${nthOf('$3')}) || '.' || number || '@mail' || number % 5000 || '.example',
  now(), 'none', now(), now()
from generate_series(1, $1::int) as number`

const insertTeams = `
insert into teams (id, owner_id, name, slug, created_at, updated_at)
overriding system value
select ${String(base)} + number, ${String(base)} + number, ${nthOf('$2')} || ' Trading ' || number,
  'team-' || number, now(), now()
from generate_series(1, $1::int) as number`

const insertMembers = `
insert into team_members (team_id, user_id, role, created_at)
select ${String(base)} + number, ${String(base)} + number, 'owner', now()
from generate_series(1, $1::int) as number`

const insertSites = `
insert into sites (id, team_id, uuid, name, url, created_at, updated_at)
overriding system value
select ${String(base)} + number, ${String(base)} + number,
  ('00000000-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid,
  'Shop ' || number, 'https://shop-' || number || '.example', now(), now()
from generate_series(1, $1::int) as number`

const insertOrders = `
insert into activities (team_id, site_id, kind, external_id, source, trust, is_showable, body_hash, occurred_at, received_at)
select ${String(base)} + number, ${String(base)} + number, 'purchase', 'order-' || number,
  'rest_api', 'signed', true, 'none', now(), now()
from generate_series(1, $1::int) as number`
