/**
 * Requests that no browser and no honest program sends, at every address and in every shell. None of
 * them ends with a server error or writes an error to the log: otherwise anyone could fill it
 * (docs/threats.md T55).
 */
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#app/lib/log.server.ts'
import { startShopServer } from '#workshop/shop/shop-server.ts'
import { hostileBodies, brokenBodies } from '../../support/hostile/hostile-bodies.ts'
import { hostileHeads } from '../../support/hostile/hostile-heads.ts'
import { withQuery, type HostileRequest, type Target } from '../../support/hostile/request-bytes.ts'
import { answerTo, sendAndLeave } from '../../support/hostile/send-bytes.ts'
import { listAddresses } from '../../support/route-build.ts'
import { createWorld, type World } from '../../support/world.ts'

const shells: Record<string, string> = {
  standalone: '',
  shopify: 'embedded=1&shop=linen-and-oak.myshopify.com&host=YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvbGlu',
  wix: 'instance=c2lnbmF0dXJl.eyJpbnN0YW5jZUlkIjoiMSJ9',
  bigcommerce: 'signed_payload_jwt=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzdG9yZXMveCJ9.c2ln',
}

/** Served without the table of addresses. The script needs a build, so another name replaces it. */
const besideTheTable = [
  '/api/pixel/{uuid}',
  '/api/pixel/{uuid}/events',
  '/assets/none.js',
  '/demo',
  '/demo/cart',
  '/demo/checkout',
  '/health/live',
  '/health/ready',
  '/hooks/smart-webhook/{uuid}',
  '/hooks/stripe/{uuid}',
  '/hooks/wordpress/{uuid}',
  '/js/pixel.none.js',
  '/metrics',
  '/no/such/page',
  '/__manifest',
]

/** Has no common divisor with the number of targets, so that each request meets another address. */
const stride = 101

test.each(Object.keys(shells))('no hostile request is our fault: %s', async (shell) => {
  const { targetAt, send, faults } = await prepare(shell)

  for (const [at, one] of [...hostileHeads, ...hostileBodies].entries()) {
    await send(one, targetAt(at * stride))
  }

  expect(faults).toEqual([])
})

test.each(Object.keys(shells))('no sender that goes away is our fault: %s', async (shell) => {
  const { targetAt, sendAndGo, faults } = await prepare(shell)

  for (const [at, one] of brokenBodies.entries()) {
    for (let turn = 0; turn < 10; turn++) await sendAndGo(one, targetAt((at * 10 + turn) * stride))
  }

  expect(faults).toEqual([])
})

type Tried = Target & { address: string }

async function prepare(shell: string) {
  const shop = await startShopServer({
    appUrl: 'http://localhost:3000',
    baseUrl: () => 'http://127.0.0.1:9',
    log: createLog('silent'),
    now: () => new Date(0),
    site: () => null,
    email: 'demo@footfall.localhost',
  })
  onTestFinished(shop.close)
  const world = await createWorld({ environment: { TRUST_PROXY: '1', DEMO_SHOP_URL: shop.url } })
  await world.queue.start([], world.services)
  const { baseUrl, countConnections } = await world.serve()
  const targets = await listTargets(world, shells[shell] ?? '')
  const faults: string[] = []
  let count = 0

  /** From another network and a second later each time, so that no limit hides a fault. */
  const next = ({ path, headers }: Target): Target => {
    count += 1
    world.clock.advance(1_000)
    const sender = `198.51.${String(count >> 8)}.${String(count & 255)}`
    return { path, headers: [...headers, `X-Forwarded-For: ${sender}`] }
  }
  const note = ({ name }: HostileRequest, { address }: Tried, status: number | null) => {
    const errors = world.takeErrors().map((line) => JSON.stringify(line))
    if ((status ?? 0) < 500 && errors.length === 0) return
    faults.push([`${address}: ${name}: ${String(status)}`, ...errors].join('\n'))
  }

  return {
    faults,
    targetAt: (at: number): Tried => {
      const target = targets[at % targets.length]
      if (!target) throw new Error('There are no targets.')
      return target
    },
    send: async (one: HostileRequest, target: Tried) => {
      note(one, target, await answerTo(baseUrl, one.write(next(target))))
    },
    sendAndGo: async (one: HostileRequest, target: Tried) => {
      const hasArrived = async () => (await countConnections()) > 0
      await sendAndLeave(baseUrl, one.write(next(target)), hasArrived)
      await expect.poll(countConnections, { interval: 1 }).toBe(0)
      note(one, target, null)
    },
  }
}

/** Every address, asked by an owner and by a stranger. */
async function listTargets(world: World, query: string): Promise<Tried[]> {
  const site = await world.site()
  const token = await world.token(site.team)
  const known = listAddresses().map(({ path }) => path)
  const addresses = [...new Set([...known, ...besideTheTable])]
  return addresses.flatMap((address) => {
    const path = address
      .replace(/:uuid|\{uuid\}/g, site.uuid)
      .replace(/:[a-z]+/g, '1')
      .replace('*', 'no/such/page')
    const asked = { address, path: query === '' ? path : withQuery(path, query) }
    const stranger: Tried = { ...asked, headers: [] }
    // Logging out would end the session that the next address needs.
    if (address === '/api/logout') return [stranger]
    const proof = address.startsWith('/api/v1')
      ? `Authorization: Bearer ${token}`
      : `Cookie: ${site.owner.cookie}`
    return [{ ...asked, headers: [proof] }, stranger]
  })
}
