/**
 * How fast events are stored and acknowledged after the commit, and acknowledged when they are logged,
 * each compared with a node:http server that parses the same JSON and stores nothing; and the embedded
 * database compared with PostgreSQL.
 */
import { loadavg } from 'node:os'
import type { Bench } from '../bench.ts'
import { startFloor } from '../floor.ts'
import { openLoggedShop, servedLogged } from '../logged-shop.ts'
import { atLeast, figuresOf, lineOf } from '../report-line.ts'
import { readSites, reportRequests } from '../requests.ts'
import { alternateRounds, rotateRounds, sideOf, type RoundJob } from '../rounds.ts'
import { openShop } from '../shop.ts'
import { measureLag } from './log-lag.ts'

const siteCount = 50
const connections = 64
const eventsPerBatch = 20

/** One event a request, both ways and the floor in turns. */
export const logged: Bench = async (tools) => {
  const direct = await openShop({ engine: 'postgres', sites: siteCount })
  const shop = await openLoggedShop(siteCount)
  const json = await startFloor({ kind: 'json' })
  try {
    const sites = await readSites(shop)
    const job: RoundJob = { connections, requests: reportRequests(sites), expected: '"taken"' }
    const directJob = {
      connections,
      requests: reportRequests(await readSites(direct)),
      expected: '"accepted"',
    }
    tools.printLine('collection: logged first | stored directly | node:http that parses')
    const rounds = await rotateRounds(tools, {
      logged: sideOf(tools, servedLogged(shop), job),
      direct: sideOf(tools, direct.served(), directJob),
      floor: sideOf(tools, json, directJob),
    })
    const first = figuresOf({ product: rounds.logged, floor: rounds.floor }, 'events/s')
    const stored = figuresOf({ product: rounds.direct, floor: rounds.floor }, 'events/s')
    const gained = figuresOf({ product: rounds.logged, floor: rounds.direct }, 'events/s')
    const note = `CPU µs an event are seconds a million; load ${(loadavg()[0] ?? 0).toFixed(0)}`
    const lines = [
      lineOf(
        { bench: 'collection-logged', database: 'postgres' },
        { ...first, ...atLeast(first.ratio, 0.45), note },
      ),
      lineOf({ bench: 'collection-direct', database: 'postgres' }, { ...stored, note }),
      lineOf(
        { bench: 'collection-logged-gain', database: 'postgres' },
        {
          ...gained,
          ...atLeast(gained.ratio, 2),
          note: 'the floor is the product that stores directly',
        },
      ),
    ]
    const [site] = sites
    if (!site || first.product === null) return lines
    return [...lines, await measureLag(tools.load, { shop, site, job, peak: first.product })]
  } finally {
    json.stop()
    await shop.stop()
    await direct.stop()
  }
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
