/** How long a campaign to 100,000 subscribers takes, beside the payloads that pages read. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { defaultDelivery, defaultPrompt } from '#app/contract/push-settings.ts'
import { pushSends, pushSubscriptions } from '#app/db/schema/push.ts'
import { createCampaign, startCampaign } from '#app/domain/push/campaigns.server.ts'
import { findCurrentKey } from '#app/domain/push/keys.server.ts'
import { saveDelivery, savePrompt } from '#app/domain/push/site-settings.server.ts'
import { hashOfEndpoint, sealAddress } from '#app/domain/push/subscribe.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'
import type { Bench } from '../bench.ts'
import { until } from '../embedded-shop.ts'
import { lineOf } from '../report-line.ts'
import { payloadRequest } from '../requests.ts'
import { measure } from '../rounds.ts'
import { openShop } from '../shop.ts'

const subscribers = 100_000
const wantedSeconds = 600
const wantedShare = 0.9
/** Rows of one statement. */
const atOnce = 2_000

export const push: Bench = async (tools) => {
  const service = await startCounter()
  const shop = await openShop({
    engine: 'postgres',
    sites: 50,
    environment: { PUSH_SERVICE_URL: service.origin },
  })
  try {
    const job = {
      connections: 64,
      requests: shop.sites.map(({ uuid, url }) => payloadRequest(uuid, url)),
      millis: tools.millis,
    }
    await measure(tools.load, shop.served(), job)
    const alone = await measure(tools.load, shop.served(), job)
    await shop.withServices((services) => subscribeAll(services, shop.first, service.origin))

    const pid = shop.product.pid()
    const began = performance.now()
    await shop.withServices((services) => start(services, shop.first))
    await until(() => Promise.resolve(service.count() > subscribers / 10), wantedSeconds * 1_000)
    const memoryBefore = residentMegabytes(pid)
    const beside = await measure(tools.load, shop.served(), job)
    tools.printLine(`  ${String(service.count())} sent, ${beside.perSecond.toFixed(0)} reads/s`)
    await until(() => Promise.resolve(service.count() >= subscribers), 2 * wantedSeconds * 1_000)
    const seconds = (performance.now() - began) / 1_000
    const memoryAfter = residentMegabytes(pid)
    const sends = await shop.withServices(({ db }) => db.system.$count(pushSends))

    const share = beside.perSecond / alone.perSecond
    const isWhole = service.count() === subscribers && sends === subscribers
    return [
      lineOf(
        { bench: 'push', database: 'postgres' },
        {
          ratio: share,
          goal: `${String(subscribers)} in <= ${String(wantedSeconds)} s, reads >= ${String(wantedShare)}`,
          ok: isWhole && seconds <= wantedSeconds && share >= wantedShare,
          product: subscribers / seconds,
          floor: alone.perSecond,
          unit: 'messages/s',
          rounds: 1,
          p99: beside.p99,
          floorP99: alone.p99,
          stealPercent: beside.stealPercent,
          note: `${seconds.toFixed(0)} s; ${String(sends)} sends; memory ${String(memoryBefore)} MB, then ${String(memoryAfter)} MB`,
        },
      ),
    ]
  } finally {
    await shop.stop()
    service.stop()
  }
}

/** Takes everything. Tests check the messages; here they must cost next to nothing. */
async function startCounter() {
  let count = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      count += 1
      response.writeHead(201).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    count: () => count,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Browsers with one key, which costs the sender the same as many. */
async function subscribeAll(services: Services, site: TestSite, origin: string): Promise<void> {
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
    const rows = Array.from({ length: atOnce }, (_one, nth) => {
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
