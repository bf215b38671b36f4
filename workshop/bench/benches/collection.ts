/**
 * How fast events are stored and acknowledged after the commit, and acknowledged when they are logged,
 * each compared with a node:http server that parses the same JSON and stores nothing; and the embedded
 * database compared with PostgreSQL.
 */
import { loadavg } from 'node:os'
import type { Bench } from '../bench.ts'
import { startFloor } from '../floor.ts'
import { findNatsServer } from '#tests/support/nats/nats-servers.ts'
import {
  logs,
  openLoggedShop,
  servedLogged,
  type LoggedShop,
  type LogName,
} from '../logged-shop.ts'
import { atLeast, figuresOf, lineOf, skippedLine, type Line } from '../report-line.ts'
import { readSites, reportRequests } from '../requests.ts'
import { alternateRounds, rotateRounds, sideOf, type Measured, type RoundJob } from '../rounds.ts'
import { openShop, type BenchShop } from '../shop.ts'
import { measureLag } from './log-lag.ts'

const siteCount = 50
const connections = 64
const eventsPerBatch = 20

/** CPU seconds of a million events, with all servers, and milliseconds until an answer. */
const costGoals: Record<LogName, { cost: number; p99?: number }> = {
  file: { cost: 160 },
  postgres: { cost: 220 },
  nats: { cost: 250, p99: 50 },
}

/** One event a request, stored directly and with each log, and the floor, in turns. */
export const logged: Bench = async (tools) => {
  const opened: { stop: () => unknown }[] = []
  const open = async <Part extends { stop: () => unknown }>(part: Promise<Part>): Promise<Part> => {
    const one = await part
    opened.push(one)
    return one
  }
  try {
    const direct = await open(openShop({ engine: 'postgres', sites: siteCount }))
    const file = await open(openLoggedShop(siteCount, 'file'))
    const postgres = await open(openLoggedShop(siteCount, 'postgres'))
    const nats = findNatsServer() === null ? null : await open(openLoggedShop(siteCount, 'nats'))
    const json = await open(startFloor({ kind: 'json' }))
    const jobOf = async (shop: BenchShop, expected: string): Promise<RoundJob> => ({
      connections,
      requests: reportRequests(await readSites(shop)),
      expected,
    })
    const side = async (shop: LoggedShop) =>
      sideOf(tools, servedLogged(shop), await jobOf(shop, '"taken"'))
    const directJob = await jobOf(direct, '"accepted"')
    const names = ['file', 'PostgreSQL', ...(nats ? ['NATS'] : []), 'stored directly', 'node:http']
    tools.printLine(`collection, logged first in: ${names.join(' | ')} that parses`)
    const rounds = await rotateRounds<string>(tools, {
      file: await side(file),
      postgres: await side(postgres),
      ...(nats ? { nats: await side(nats) } : {}),
      direct: sideOf(tools, direct.served(), directJob),
      floor: sideOf(tools, json, directJob),
    })
    const lines = logLines(rounds)
    const [site] = await readSites(file)
    const peak = lines.find(({ bench }) => bench === 'collection-logged')?.product ?? null
    if (!site || peak === null) return lines
    const job = await jobOf(file, '"taken"')
    return [...lines, await measureLag(tools.load, { shop: file, site, job, peak })]
  } finally {
    for (const one of opened.reverse()) await one.stop()
  }
}

function logLines(rounds: Readonly<Record<string, Measured[]>>): Line[] {
  const { file = [], direct = [], floor = [] } = rounds
  const note = `CPU µs an event are seconds a million; load ${(loadavg()[0] ?? 0).toFixed(0)}`
  const about = { bench: 'collection-logged', database: 'postgres' }
  const first = figuresOf({ product: file, floor }, 'events/s')
  const gained = figuresOf({ product: file, floor: direct }, 'events/s')
  return [
    lineOf(about, { ...first, ...atLeast(first.ratio, 0.45), note }),
    lineOf(
      { ...about, bench: 'collection-direct' },
      { ...figuresOf({ product: direct, floor }, 'events/s'), note },
    ),
    lineOf(
      { ...about, bench: 'collection-logged-gain' },
      {
        ...gained,
        ...atLeast(gained.ratio, 2),
        note: 'the floor is the product that stores directly',
      },
    ),
    ...logs.map((log) => costLine(log, { rounds: rounds[log], floor, note })),
  ]
}

type Cost = { rounds: Measured[] | undefined; floor: Measured[]; note: string }

/** The cost of a log with everything that works for it, until its events are counted. */
function costLine(log: LogName, { rounds, floor, note }: Cost): Line {
  const about = { bench: `collection-log-${log}`, database: 'postgres' }
  if (!rounds) return skippedLine(about, 'There is no nats-server.')
  const figures = figuresOf({ product: rounds, floor }, 'events/s')
  const { cost, p99 } = costGoals[log]
  const isFast = p99 === undefined || (figures.p99 ?? Infinity) <= p99
  return lineOf(about, {
    ...figures,
    goal: `<= ${String(cost)} s a million${p99 === undefined ? '' : `, p99 <= ${String(p99)} ms`}`,
    ok: (figures.cpuMicros ?? Infinity) <= cost && isFast,
    note,
  })
}

export const collection: Bench = async (tools) => {
  const server = await openShop({ engine: 'postgres', sites: siteCount })
  const embedded = await openShop({ engine: 'pglite', sites: siteCount })
  const json = await startFloor({ kind: 'json' })
  try {
    const sites = { server: await readSites(server), embedded: await readSites(embedded) }
    const single = (of: keyof typeof sites): RoundJob => ({
      connections,
      requests: reportRequests(sites[of]),
      expected: '"accepted"',
    })
    const batches: RoundJob = {
      connections,
      requests: reportRequests(sites.server, eventsPerBatch),
      expected: '"accepted"',
    }
    const stored = sideOf(tools, server.served(), single('server'))

    tools.printLine('collection: product on PostgreSQL | node:http that parses')
    const versusJson = await alternateRounds(tools, {
      product: stored,
      floor: sideOf(tools, json, single('server')),
    })
    tools.printLine('collection: product on PGlite | product on PostgreSQL')
    const versusServer = await alternateRounds(tools, {
      product: sideOf(tools, embedded.served(), single('embedded')),
      floor: stored,
    })
    tools.printLine(
      `collection: batches of ${String(eventsPerBatch)} on PostgreSQL | node:http that parses`,
    )
    const inBatches = await alternateRounds(tools, {
      product: sideOf(tools, server.served(), batches),
      floor: sideOf(tools, json, batches),
    })

    const one = figuresOf(versusJson, 'events/s')
    const two = figuresOf(versusServer, 'events/s')
    const many = figuresOf(inBatches, 'events/s', eventsPerBatch)
    return [
      lineOf({ bench: 'collection', database: 'postgres' }, { ...one, ...atLeast(one.ratio, 0.5) }),
      lineOf(
        { bench: 'collection-embedded', database: 'pglite' },
        { ...two, ...atLeast(two.ratio, 0.6), note: 'the floor is the product on PostgreSQL' },
      ),
      lineOf(
        { bench: 'collection-batches', database: 'postgres' },
        {
          ...many,
          goal: '>= 20000 events/s',
          ok: (many.product ?? 0) >= 20_000,
          note: `${String(eventsPerBatch)} events in a request`,
        },
      ),
    ]
  } finally {
    json.stop()
    await embedded.stop()
    await server.stop()
  }
}
