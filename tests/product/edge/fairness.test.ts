/** A flood from one site or one sender must not affect the others (docs/threats.md T26, T28). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EdgeLimits } from '#app/server/edge/edge.server.ts'
import type { Services } from '#app/services.ts'
import { serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

async function openSites(limits: Partial<EdgeLimits>, change: Partial<Services['config']> = {}) {
  const world = await createWorld()
  const sites = [await world.site(), await world.site()] as const
  const config = { ...world.services.config, ...change }
  const edge = await serveEdge({ ...world.services, config }, limits)
  return { world, edge, sites }
}

const report = () => ({ events: [visitEvent()] })

const expectTooMany = (response: Response) => {
  expect(response.status).toBe(429)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After')
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
}

test('a site at ten times its limit is refused, and the site next to it loses nothing', async () => {
  const limit = { perSecond: 0.001, burst: 40 }
  const { edge, sites } = await openSites({ siteReports: limit })
  const [flooded, calm] = sites.map((site) => edge.page(site))
  const answers: Response[] = []
  const isTenfold = () => answers.length >= 10 * Math.max(1, answers.filter(({ ok }) => ok).length)
  let isCalmDone = false
  const flood = Array.from({ length: 8 }, async () => {
    while (!isCalmDone || !isTenfold()) {
      const response = await flooded?.send(report())
      if (response) answers.push(response)
    }
  })

  const outcomes = []
  for (let number = 0; number < limit.burst; number += 1) {
    outcomes.push(...((await calm?.report(visitEvent())) ?? []))
  }
  isCalmDone = true
  await Promise.all(flood)

  expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(limit.burst).fill('accepted'))
  for (const response of answers.filter(({ ok }) => !ok).slice(0, 50)) expectTooMany(response)
})

test('a sender who floods is refused on every site, reading and reporting, and others are not', async () => {
  const limits = { address: { perSecond: 0.001, burst: 10 } }
  const { edge, sites } = await openSites(limits, { trustsProxy: true })
  const page = (address: string, forged = '') =>
    edge.page(sites[0], { 'X-Forwarded-For': `${forged}${address}` })

  const flood = await Promise.all(
    Array.from({ length: 200 }, (_value, number) =>
      page('203.0.113.9', `198.51.100.${String(number)}, `).send(report()),
    ),
  )
  const read = await fetch(`${edge.baseUrl}/api/pixel/${sites[1].uuid}`, {
    headers: { 'X-Forwarded-For': '203.0.113.9' },
  })

  expect(flood.filter(({ status }) => status === 200)).toHaveLength(10)
  for (const response of flood.filter(({ status }) => status !== 200)) expectTooMany(response)
  expectTooMany(read)
  expect((await page('203.0.113.10').send(report())).status).toBe(200)
})

test('addresses of one IPv6 network are one sender', async () => {
  const limits = { address: { perSecond: 0.001, burst: 5 } }
  const { edge, sites } = await openSites(limits, { trustsProxy: true })
  const send = (address: string) =>
    edge.page(sites[0], { 'X-Forwarded-For': address }).send(report())

  const near = await Promise.all(
    Array.from({ length: 20 }, (_value, number) => send(`2001:db8:1:2::${number.toString(16)}`)),
  )

  expect(near.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await send('2001:db8:1:3::1')).status).toBe(200)
})

test('without a proxy of ours a forged address opens nothing: the site keeps its limit', async () => {
  const { edge, sites } = await openSites({ siteReports: { perSecond: 0.001, burst: 10 } })

  const answers = await Promise.all(
    Array.from({ length: 100 }, (_value, number) =>
      edge.page(sites[0], { 'X-Forwarded-For': `198.51.100.${String(number)}` }).send(report()),
    ),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
})

test('guessing sites is limited by the sender', async () => {
  const limits = { address: { perSecond: 0.001, burst: 20 } }
  const { edge } = await openSites(limits, { trustsProxy: true })

  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      fetch(`${edge.baseUrl}/api/pixel/${crypto.randomUUID()}`, {
        headers: { 'X-Forwarded-For': '203.0.113.9' },
      }),
    ),
  )

  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 404)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('while nothing can be stored, one site fills half of the queue and another still gets in', async () => {
  const { world, sites } = await openSites({})
  const { pool } = world.services
  let release = () => undefined as unknown
  const gate = new Promise<void>((resolve) => (release = resolve))
  // Every statement of the collection waits at the gate before it reaches the real database.
  const gated = new Proxy(pool, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      const call = member.bind(target) as (...given: unknown[]) => unknown
      return name === 'query' || name === 'connect'
        ? async (...given: unknown[]) => {
            await gate
            return call(...given)
          }
        : call
    },
  })
  const edge = await serveEdge(
    { ...world.services, pool: gated },
    { maxRows: 100, maxWaitMillis: 20_000 },
  )
  const [flooded, calm] = sites.map((site) => edge.page(site))

  const refusals: number[] = []
  const flood = Array.from({ length: 100 }, async () => {
    const response = await flooded?.send(report())
    if (response?.status !== 200) refusals.push(response?.status ?? 0)
  })
  await expect.poll(() => refusals.length).toBe(50)
  const beside = calm?.report(...Array.from({ length: 20 }, () => visitEvent()))
  release()
  await Promise.all(flood)

  expect(new Set(refusals)).toEqual(new Set([503]))
  expect((await beside)?.map(({ outcome }) => outcome)).toEqual(Array(20).fill('accepted'))
})

test('limits count the contents of a report, not only the reports', async () => {
  const limits = {
    addressEvents: { perSecond: 0.001, burst: 10 },
    addressActivities: { perSecond: 0.001, burst: 2 },
  }
  const { edge, sites } = await openSites(limits, { trustsProxy: true })
  const send = (address: string, events: unknown[]) =>
    edge.page(sites[0], { 'X-Forwarded-For': address }).send({ events })
  const visits = (count: number) => Array.from({ length: count }, () => visitEvent())
  const review = () => ({
    ...visitEvent(),
    type: 'activity',
    activity: { kind: 'review', id: randomUUID(), rating: 5, text: 'Good.' },
  })

  expect((await send('203.0.113.1', visits(8))).status).toBe(200)
  expectTooMany(await send('203.0.113.1', visits(3)))
  expect((await send('203.0.113.1', visits(2))).status).toBe(200)
  expect((await send('203.0.113.2', [review(), review()])).status).toBe(200)
  expectTooMany(await send('203.0.113.2', [review()]))
  expect((await send('203.0.113.2', visits(1))).status).toBe(200)
})
