/**
 * A campaign to many subscribers beside the payloads that pages read: how long it takes, what the pages notice,
 * how much memory it needs, and what a message costs.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { defaultDelivery, defaultPrompt } from '#app/contract/push-settings.ts'
import { pushSends, pushSubscriptions } from '#app/db/schema/push.ts'
import { createCampaign, startCampaign } from '#app/domain/push/campaigns.server.ts'
import { findCurrentKey } from '#app/domain/push/keys.server.ts'
import { saveDelivery, savePrompt, setPushPaused } from '#app/domain/push/site-settings.server.ts'
import { hashOfEndpoint, sealAddress } from '#app/domain/push/subscribe.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'
import type { Bench } from '../bench.ts'
import { until } from '../embedded-shop.ts'
import { cpuSeconds } from '../machine.ts'
import { lineOf } from '../report-line.ts'
import { payloadRequest } from '../requests.ts'
import { measure, type BenchTools, type Measured } from '../rounds.ts'
import { openShop, type BenchShop } from '../shop.ts'
import { median } from '../summary.ts'

/** Seconds that the whole campaign may take, and the rate that this is. */
const wantedSeconds = 600
const wholeCampaign = 100_000
const wantedPerSecond = wholeCampaign / wantedSeconds
const wantedShare = 0.9
/** The most that memory may grow from the first fifth of the campaign to its end, as a share. */
const mostGrowth = 0.15
/** Rows of one statement. */
const atOnce = 2_000

type Counter = Awaited<ReturnType<typeof startCounter>>

/** A stretch of the campaign, without the time in which it was paused. */
type Stretch = { reads: Measured; messages: number; seconds: number; megabytes: number }

export const push: Bench = async (tools, { subscribers }) => {
  const service = await startCounter()
  const shop = await openShop({
    engine: 'postgres',
    sites: 50,
    environment: { PUSH_SERVICE_URL: service.origin },
  })
  try {
    await shop.withServices((services) =>
      subscribeAll(services, shop.first, { origin: service.origin, subscribers }),
    )
    const reads = () =>
      measure(tools.load, shop.served(), {
        connections: 64,
        requests: shop.sites.map(({ uuid, url }) => payloadRequest(uuid, url)),
        millis: tools.millis,
      })
    await reads()
    const alone = [await reads()]
    const cost = await measureCost(shop, service, subscribers / 10)
    const stretches: Stretch[] = []
    const giveUpAt = performance.now() + 4 * wantedSeconds * 1_000
    while (service.count() < subscribers) {
      if (performance.now() > giveUpAt)
        throw new Error(`Only ${String(service.count())} were sent.`)
      stretches.push(await measureStretch(reads, { shop, service, subscribers }))
      // At each quarter of the campaign, so both see the same machine.
      if (service.count() < subscribers && service.count() > (subscribers * alone.length) / 4) {
        alone.push(await whilePaused({ shop, service }, reads))
      }
      report(tools, { alone, stretches, service })
    }
    alone.push(await reads())
    const sends = await shop.withServices(({ db }) => db.system.$count(pushSends))
    return [
      summaryOf({
        alone,
        stretches,
        cost,
        subscribers,
        isWhole: service.count() === subscribers && sends === subscribers,
      }),
    ]
  } finally {
    await shop.stop()
    service.stop()
  }
}

type Sides = { alone: readonly Measured[]; stretches: readonly Stretch[] }

const speedOf = (rounds: readonly Measured[]) => median(rounds.map(({ perSecond }) => perSecond))

/** Messages per second over the whole of the stretches. */
const rateOf = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, { messages }) => sum + messages, 0) /
  stretches.reduce((sum, { seconds }) => sum + seconds, 0)

function report(
  { printLine }: BenchTools,
  { alone, stretches, service }: Sides & { service: Counter },
) {
  const last = stretches.at(-1)
  if (!last) return
  const { reads, messages, seconds, megabytes } = last
  printLine(
    `  ${String(service.count())} sent, ${(messages / seconds).toFixed(0)}/s beside ${reads.perSecond.toFixed(0)} reads/s` +
      ` (${speedOf(alone).toFixed(0)} alone), ${String(megabytes)} MB`,
  )
}

type Summary = Sides & { cost: Cost; subscribers: number; isWhole: boolean }

function summaryOf({ alone, stretches, cost, subscribers, isWhole }: Summary) {
  const beside = stretches.map(({ reads }) => reads)
  const share = speedOf(beside) / speedOf(alone)
  const rate = rateOf(stretches)
  const memory = stretches.map(({ megabytes }) => megabytes)
  const early = Math.max(...memory.slice(0, Math.max(1, Math.ceil(memory.length / 5))))
  const growth = Math.max(...memory) / early - 1
  return lineOf(
    { bench: 'push', database: 'postgres' },
    {
      ratio: share,
      goal: `reads >= ${String(wantedShare)}, ${String(wholeCampaign)} in <= ${String(wantedSeconds)} s, memory flat`,
      ok: isWhole && rate >= wantedPerSecond && share >= wantedShare && growth <= mostGrowth,
      product: rate,
      floor: 1e6 / cost.floorMicros,
      unit: 'messages/s',
      rounds: stretches.length,
      p99: median(beside.map(({ p99 }) => p99 ?? 0)),
      floorP99: median(alone.map(({ p99 }) => p99 ?? 0)),
      cpuMicros: cost.productMicros + cost.databaseMicros,
      databaseMicros: cost.databaseMicros,
      floorCpuMicros: cost.floorMicros,
      stealPercent: median(beside.map(({ stealPercent }) => stealPercent)),
      note:
        `${String(subscribers)} subscribers, ${isWhole ? 'each once' : 'NOT each once'}; at this rate ${String(wholeCampaign)} take ${(wholeCampaign / rate).toFixed(0)} s; ` +
        `${speedOf(beside).toFixed(0)} reads/s beside, ${speedOf(alone).toFixed(0)} alone; ${cost.perSecond.toFixed(0)} messages/s without reads; ` +
        `memory ${String(memory.at(0))} to ${String(memory.at(-1))} MB, at most ${String(Math.max(...memory))}; the floor is the encryption alone`,
    },
  )
}

type Running = { shop: BenchShop; service: Counter }

async function measureStretch(
  reads: () => Promise<Measured>,
  { shop, service, subscribers }: Running & { subscribers: number },
): Promise<Stretch> {
  const before = service.count()
  const began = performance.now()
  const measured = await reads()
  // The last one ends with the campaign.
  const ended = service.count() < subscribers ? performance.now() : service.lastAt()
  return {
    reads: measured,
    messages: service.count() - before,
    seconds: (ended - began) / 1_000,
    megabytes: residentMegabytes(shop.product.pid()),
  }
}

/** A pause holds once what was claimed is sent. */
async function whilePaused<Result>(
  { shop, service }: Running,
  work: () => Promise<Result>,
): Promise<Result> {
  const set = (isPaused: boolean) =>
    shop.withServices((services) => setPushPaused(services, shop.first.scope, isPaused))
  await set(true)
  let last = -1
  while (last !== service.count()) {
    last = service.count()
    await pause(500)
  }
  const result = await work()
  await set(false)
  const before = service.count()
  await until(() => Promise.resolve(service.count() > before), 120_000)
  return result
}

/** In processor time for a message; `perSecond` without any other work. */
type Cost = {
  productMicros: number
  databaseMicros: number
  floorMicros: number
  perSecond: number
}

/** Starts the campaign and watches its first messages. No page is read meanwhile. */
async function measureCost(
  { product, served, withServices, first }: BenchShop,
  service: Counter,
  messages: number,
): Promise<Cost> {
  await withServices((services) => start(services, first))
  // Most rows are stored before most are sent, and both belong to a message.
  await until(() => Promise.resolve(service.count() > 0), 120_000)
  const [database = 0] = served().pids.slice(1)
  const before = {
    count: service.count(),
    product: cpuSeconds(product.pid()),
    database: cpuSeconds(database),
    at: performance.now(),
  }
  await until(
    () => Promise.resolve(service.count() >= before.count + messages),
    wantedSeconds * 1_000,
  )
  const count = service.count() - before.count
  const micros = (seconds: number) => (seconds * 1e6) / count
  return {
    productMicros: micros(cpuSeconds(product.pid()) - before.product),
    databaseMicros: micros(cpuSeconds(database) - before.database),
    floorMicros: measureEncryption(),
    perSecond: count / ((performance.now() - before.at) / 1_000),
  }
}

/** RFC 8291 with Node's functions and nothing else, in microseconds for a message of 1,000 bytes. */
function measureEncryption(): number {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const [point, auth, text] = [browser.getPublicKey(), randomBytes(16), randomBytes(1_000)]
  const encrypt = () => {
    const sender = createECDH('prime256v1')
    const key = sender.generateKeys()
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, key])
    const salt = randomBytes(16)
    const secret = hkdfSync('sha256', sender.computeSecret(point), auth, info, 32)
    const derive = (name: string, bytes: number) =>
      Buffer.from(
        hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, bytes),
      )
    const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
  }
  const messages = 2_000
  for (let nth = 0; nth < messages / 4; nth += 1) encrypt()
  const before = process.cpuUsage()
  for (let nth = 0; nth < messages; nth += 1) encrypt()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / messages
}

/** Takes everything. Tests check the messages; here they must cost next to nothing. */
async function startCounter() {
  let count = 0
  let lastAt = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      count += 1
      lastAt = performance.now()
      response.writeHead(201).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    count: () => count,
    /** When the latest one came, as `performance.now` counts. */
    lastAt: () => lastAt,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Browsers with one key, which costs the sender the same as many. */
async function subscribeAll(
  services: Services,
  site: TestSite,
  { origin, subscribers }: { origin: string; subscribers: number },
): Promise<void> {
  const { db, now, security } = services
  const anyTime = { quietFrom: '00:00', quietUntil: '00:00' }
  await savePrompt(services, site.scope, defaultPrompt)
  await saveDelivery(services, site.scope, { ...defaultDelivery, ...anyTime })
  const key = await findCurrentKey(db.system, site.scope)
  if (!key) throw new Error('The site has no key.')
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const keys = {
    p256dh: ecdh.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  const { teamId, siteId } = site.scope
  for (let from = 0; from < subscribers; from += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, subscribers - from) }, (_one, nth) => {
      const uuid = randomUUID()
      const endpoint = `${origin}/${String(from + nth)}`
      return {
        uuid,
        teamId,
        siteId,
        keyId: key.id,
        address: sealAddress(security.secrets, uuid, { endpoint, keys }),
        endpointHash: hashOfEndpoint(security.secrets, site.scope, endpoint),
        service: new URL(origin).host,
        kinds: ['news' as const],
        consentWords: 'Yes, please',
        consentAt: now(),
        consentPage: '/',
        language: 'en',
        timeZone: 'UTC',
        lastVisitAt: now(),
        pages: ['/'],
        products: [],
        draw: randomBytes(16),
        createdAt: now(),
      }
    })
    await db.system.insert(pushSubscriptions).values(rows)
  }
}

async function start(services: Services, site: TestSite): Promise<void> {
  const input = {
    name: 'Autumn',
    content: { title: 'New linen', body: 'The autumn colors are in.', url: '/linen' },
  }
  const uuid = await createCampaign(services, site.scope, { input, userId: null })
  await startCampaign(services, site.scope, uuid)
}

const residentMegabytes = (pid: number): number =>
  Math.round(
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0) /
      1_024,
  )
