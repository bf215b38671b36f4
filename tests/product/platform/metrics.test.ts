/** The metrics at `/metrics`, and the dashboard and alerts made from them. On both engines. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createOperationStory } from '../../support/kiosk/operation-story.ts'
import { browser, newEventId, visitEvent } from '../../support/pages.ts'
import { serve } from '../../support/serve.ts'
import { createWorld } from '../../support/world.ts'

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** Series with their labels → value. */
async function readMetrics(fetch: Fetch): Promise<Map<string, number>> {
  const text = await (await fetch('/metrics')).text()
  return new Map(
    [...text.matchAll(/^([a-z]\S*|[a-z][^{]*\{.*\}) (\S+)$/gm)].map(([, series = '', value]) => [
      series,
      Number(value),
    ]),
  )
}

test('events, refusals, connections and the database are counted', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()
  const { uuid, url } = await world.site()
  const report = (site: string, ids: string[]) =>
    fetch(`/api/pixel/${site}/events`, {
      method: 'POST',
      headers: { Origin: url, 'User-Agent': browser, 'Content-Type': 'text/plain' },
      body: JSON.stringify({ events: ids.map((id) => visitEvent(id)) }),
    })
  const before = await readMetrics(fetch)
  expect((await report(uuid, [newEventId(), newEventId(), newEventId()])).status).toBe(200)
  expect((await report(newEventId(), [newEventId()])).status).toBe(404)

  const after = await readMetrics(fetch)

  const grown = (series: string) => (after.get(series) ?? NaN) - (before.get(series) ?? 0)
  expect(grown('footfall_event_rows_total')).toBe(3)
  expect(grown('footfall_event_writes_total')).toBe(1)
  expect(grown('footfall_edge_refused_total{reason="not_found"}')).toBe(1)
  expect(after.get('footfall_events_waiting')).toBe(0)
  expect(after.get('footfall_edge_failed_total')).toBe(0)
  expect(after.get('footfall_database_up')).toBe(1)
  expect(after.get('footfall_draining')).toBe(0)
  expect(after.get('footfall_database_connections{state="idle"}')).toBeGreaterThan(0)
})

test('jobs are reported by queue and state', async () => {
  const { world, failJob } = await createOperationStory()
  const { fetch } = await world.serve()
  await failJob()
  const { rows } = await world.services.pool.query<{ name: string }>(
    `insert into pgboss.job (name, data, state, start_after)
     values ('test.mail-note', '{}', 'active', now()) returning name`,
  )

  const metrics = await readMetrics(fetch)

  const [name] = rows.map((row) => row.name)
  expect(metrics.get(`footfall_jobs{queue="${String(name)}",state="failed"}`)).toBe(1)
  expect(metrics.get(`footfall_jobs{queue="${String(name)}",state="running"}`)).toBe(1)
  expect(metrics.get(`footfall_jobs_late_seconds{queue="${String(name)}"}`)).toBe(0)
})

test('without a database the metrics say so and are still readable', async () => {
  const world = await createWorld()
  const { db } = world.services
  const system = Object.assign(Object.create(db.system) as typeof db.system, {
    execute: () => Promise.reject(new Error('no database')),
  })
  const { fetch } = await serve({ ...world.services, db: { ...db, system } })

  const metrics = await readMetrics(fetch)

  expect(metrics.get('footfall_database_up')).toBe(0)
  expect([...metrics.keys()].filter((series) => series.startsWith('footfall_jobs'))).toEqual([])
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('jobs are counted at most every 15 seconds, and the database is up when they can’t be', async () => {
  const world = await createWorld()
  let isFailing = false
  let asked = 0
  const jobs: typeof world.services.jobs = {
    ...world.services.jobs,
    readQueues: (tx) => {
      asked += 1
      return isFailing ? Promise.reject(new Error('canceled')) : world.services.jobs.readQueues(tx)
    },
  }
  const { fetch } = await serve({ ...world.services, jobs })

  await readMetrics(fetch)
  await readMetrics(fetch)
  expect(asked).toBe(1)

  isFailing = true
  world.clock.advance(16_000)
  expect((await readMetrics(fetch)).get('footfall_database_up')).toBe(1)
  expect(asked).toBe(2)
})

test('dashboard and alerts name metrics that exist, and the page about operation all of ours', async () => {
  const { world, failJob } = await createOperationStory()
  const { fetch } = await world.serve()
  await failJob()
  await fetch('/js/pixel.library.js')
  const text = await (await fetch('/metrics')).text()
  const existing = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name)

  for (const file of ['grafana-dashboard.json', 'alerts.yml']) {
    const named = readFileSync(`workshop/deploy/${file}`, 'utf8').match(
      /\b(?:footfall|nodejs|process)_[a-z0-9_]+/g,
    )
    expect(named?.length).toBeGreaterThan(5)
    expect(named?.filter((name) => !existing.includes(name))).toEqual([])
  }
  const logged = existing.filter((name) => name.startsWith('footfall_event_log_'))
  expect(logged.length).toBeGreaterThan(5)
  expect(missingIn('workshop/deploy/grafana-dashboard.json', logged)).toEqual([])
  expect(missingIn('workshop/deploy/alerts.yml', alarming)).toEqual([])
  const page = readFileSync('docs/operate.md', 'utf8')
  const ours = existing.filter((name) => name.startsWith('footfall_'))
  expect(ours.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  const alerts = readFileSync('workshop/deploy/alerts.yml', 'utf8').match(/(?<=alert: )\w+/g)
  expect(alerts?.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

/** An operator has to act on these. */
const alarming = ['lag_seconds', 'lag_bytes', 'held_events', 'gaps', 'set_aside_total'].map(
  (name) => `footfall_event_log_${name}`,
)

const missingIn = (file: string, names: readonly string[]) => {
  const text = readFileSync(file, 'utf8')
  return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
}
