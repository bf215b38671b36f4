/**
 * `npm run cluster`: two nodes of the built product on this machine, with PostgreSQL, three NATS servers and a
 * proxy. Pages read and report for a minute, one node is replaced meanwhile, and the sums are compared with
 * what was acknowledged.
 */
import { loadavg } from 'node:os'
import { inspect, parseArgs } from 'node:util'
import { isTooOld } from '#app/clients/nats/server-version.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { startLoad, type LoadResult } from '../bench/load.ts'
import { pause, readNumber, untilApplied, withClient } from '../bench/logged-shop.ts'
import { payloadRequest, readSites, reportRequests, type PixelSite } from '../bench/requests.ts'
import type { BenchShop } from '../bench/shop.ts'
import { findWrong, readStoredEvents } from '../bench/stored-events.ts'
import { openCluster, type Cluster } from './open-cluster.ts'

const usage = `npm run cluster -- [flags]

  --seconds 60        how long pages read and report
  --connections 32    how many at the same time

Variables: EVENT_LOG (file by default), and those of .env.example
`

const idPrefix = 'cluster1'
const readyMillis = 120_000

/** @returns the exit code: 1 when something is wrong with a sum */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '60' },
      connections: { type: 'string', default: '32' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const opened = openCluster(process.env.EVENT_LOG || 'file')
  const interrupt = () => {
    void opened.stop().then(() => process.exit(1))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  try {
    const cluster = await opened.cluster
    describe(cluster)
    const seconds = Number(values.seconds)
    const result = await putUnderLoad(cluster, { seconds, connections: Number(values.connections) })
    return await prove(cluster, result)
  } catch (error) {
    printLine(inspect(error))
    return 1
  } finally {
    await opened.stop()
  }
}

function describe({ nodes, nats, proxy, eventLog }: Cluster): void {
  printLine(`Nodes: ${nodes.map(({ baseUrl }) => baseUrl).join(' and ')}, EVENT_LOG=${eventLog}`)
  printLine(
    nats
      ? `NATS ${nats.version}${isTooOld(nats.version) ? ' (too old for production)' : ''}: ${nats.url}${eventLog === 'nats' ? '' : ', not used by this log'}`
      : 'NATS: none. Install nats-server.',
  )
  printLine(
    proxy
      ? `Proxy: ${proxy.name} at http://127.0.0.1:${String(proxy.port)}`
      : 'Proxy: none, so requests go to the nodes. Install nginx or caddy.',
  )
}

type Sent = LoadResult & {
  acknowledged: string[]
  /** Reports without an acknowledgment, which may be stored. */
  unknown: number
}

type Load = { seconds: number; connections: number }

/** Each page reads, then reports an event. The second node is replaced in the middle. */
async function putUnderLoad(cluster: Cluster, { seconds, connections }: Load): Promise<Sent> {
  const { shop, nodes, proxy } = cluster
  const requests = requestsOf(await readWhenReady(shop))
  const ports = proxy ? [proxy.port] : nodes.map(({ baseUrl }) => Number(new URL(baseUrl).port))
  const loads = ports.map(() => startLoad())
  printLine(`Load for ${String(seconds)} seconds, with one node replaced in the middle …`)
  try {
    const running = Promise.all(
      loads.map((load, nth) =>
        load.run({
          port: ports[nth] ?? 0,
          connections: Math.ceil(connections / ports.length),
          hasManyVisitors: true,
          requests,
          prefix: idPrefix,
          // Numbers of two loads never meet.
          first: nth * 100_000_000,
          millis: seconds * 1_000,
        }),
      ),
    )
    await pause(seconds * 500)
    await nodes.at(-1)?.restart()
    return sumOf(await running)
  } finally {
    for (const load of loads) load.stop()
  }
}

/** On a machine that is busy with other work, the first payloads take longer than pages wait. */
async function readWhenReady(shop: BenchShop): Promise<PixelSite[]> {
  const giveUpAt = performance.now() + readyMillis
  for (;;) {
    try {
      return await readSites(shop)
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
    }
    await pause(1_000)
  }
}

/** An even number is a read, an odd one a report. */
const requestsOf = (sites: readonly PixelSite[]) =>
  reportRequests(sites).flatMap((report, nth) => {
    const site = sites[nth % sites.length]
    return site ? [payloadRequest(site.uuid, site.url), report] : []
  })

function sumOf(results: readonly LoadResult[]): Sent {
  const [first] = results
  if (!first) throw new Error('Nothing was sent.')
  const acknowledged: string[] = []
  let unknown = 0
  for (const [nth, { next, failed }] of results.entries()) {
    const withoutAnswer = new Set(failed)
    for (let place = nth * 100_000_000 + 1; place < next; place += 2) {
      if (withoutAnswer.has(place)) unknown += 1
      else acknowledged.push(idOf(place))
    }
  }
  const add = (pick: (one: LoadResult) => number) =>
    results.reduce((sum, one) => sum + pick(one), 0)
  return {
    ...first,
    sent: add(({ sent }) => sent),
    good: add(({ good }) => good),
    other: add(({ other }) => other),
    cutOff: add(({ cutOff }) => cutOff),
    acknowledged,
    unknown,
  }
}

/** As the load generator fills it in. */
const idOf = (place: number) => `${idPrefix}-${String(place).padStart(9, '0')}-000`

async function prove(cluster: Cluster, sent: Sent): Promise<number> {
  const { shop, nodes, eventLog } = cluster
  const perSecond = Math.round(sent.good / sent.seconds)
  printLine(
    `${String(sent.good)} of ${String(sent.sent)} requests answered, ${String(perSecond)} a second, ${String(sent.acknowledged.length)} events acknowledged, ${String(sent.other)} refused, ${String(sent.cutOff)} connections cut off; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  )
  if (sent.odd !== '') printLine(`The first odd answer: ${sent.odd}`)
  if (eventLog !== 'off') for (const product of nodes) await untilApplied({ ...shop, product })
  const codes = []
  for (const node of nodes) codes.push(await node.stop())

  const open =
    eventLog !== 'off'
      ? await withClient(shop, (client) =>
          readNumber(client, 'select count(*) from event_streams where ended_at is null'),
        )
      : 0
  // Tomorrow's work: the day of the load is closed by then.
  const rolled = await shop.withServices((services) =>
    rollDays({
      ...services,
      now: () => new Date(services.now().getTime() + dayMillis + 2 * hourMillis),
    }),
  )
  const daily = await withClient(shop, (client) =>
    readNumber(client, `select sum(total) from daily_events where dimension = 'site'`),
  )
  const stored = await readStoredEvents(shop, sent.acknowledged)
  printLine(
    `raw rows ${String(stored.rows)}, distinct IDs ${String(stored.distinct)}, hourly sums ${String(stored.hourly)}, daily sums ${String(daily)} of ${rolled.join(', ')}, metered ${String(stored.metered)} of ${String(stored.billed)}`,
  )
  const wrong = findWrong(stored)
  if (daily !== stored.distinct) wrong.push(`The daily sums are ${String(daily)}.`)
  if (stored.distinct > sent.acknowledged.length + sent.unknown) {
    wrong.push(`${String(stored.distinct)} events are stored, which is more than were sent.`)
  }
  if (sent.acknowledged.length === 0) wrong.push('No event was acknowledged.')
  if (open > 0) wrong.push(`${String(open)} logs of ended nodes aren’t applied to their end.`)
  if (codes.some((code) => code !== 0)) wrong.push(`Nodes ended with ${codes.join(' and ')}.`)
  for (const one of wrong) printLine(`✘ ${one}`)
  if (wrong.length > 0) return 1
  printLine('Proved: no acknowledged event is lost, none counts twice, and all sums agree.')
  return 0
}

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
