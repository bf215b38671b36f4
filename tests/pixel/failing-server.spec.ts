import type { Failure } from './edge-double.ts'
import { expect, test } from './shop-test.ts'
import { arrived, digestClock, passSeconds, sendAll } from './time.ts'

const failures: [string, Failure][] = [
  ['answers HTML', { kind: 'html' }],
  ['breaks off in the middle', { kind: 'cut' }],
  ['answers 500', { kind: 'status', status: 500 }],
  ['answers nothing for ten seconds', { kind: 'silence' }],
]

for (const [title, failure] of failures) {
  test(`nothing is shown and no error reaches the page when the server ${title}`, async ({
    shop,
  }) => {
    shop.site.payloadFailures = [failure]
    await shop.page.clock.install()

    await shop.open()
    await expect.poll(() => shop.site.reads).toBe(1)
    await shop.page.clock.fastForward(11_000)
    await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit'])

    await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
    expect(await shop.complaints()).toEqual([])
  })

  test(`events are sent again under the same ids when the server ${title}`, async ({ shop }) => {
    shop.site.eventFailures = [failure, failure]
    await shop.page.clock.install()

    await shop.open()
    await expect
      .poll(async () => {
        await shop.page.clock.fastForward(1000)
        return shop.site.events.map(({ type }) => type).sort()
      })
      .toEqual(['impression', 'visit'])

    expect(shop.site.batches.length).toBeGreaterThanOrEqual(3)
    const visits = shop.site.batches.flatMap(({ body }) => visitIds(body))
    expect(visits.length).toBeGreaterThanOrEqual(2)
    expect(new Set(visits).size).toBe(1)
    expect(shop.site.outcomes.every(({ outcome }) => outcome === 'accepted')).toBe(true)
  })
}

test('a busy server is left alone for as long as it asks', async ({ shop }) => {
  shop.site.eventFailures = [{ kind: 'status', status: 503, retryAfter: '60' }]
  await shop.page.clock.install()
  await shop.open()
  await expect
    .poll(async () => {
      await shop.page.clock.fastForward(1000)
      return shop.site.batches.length
    })
    .toBe(1)
  await digestClock(shop.page)
  await expect(shop.nudge).toHaveCount(1)

  await shop.nudge.locator('strong').click()
  await shop.page.mouse.move(600, 5)
  await shop.page.clock.fastForward(50_000)
  await arrived(shop)
  expect(shop.site.batches).toHaveLength(1)
  await shop.page.clock.fastForward(20_000)

  await expect
    .poll(() => shop.site.events.map(({ type }) => type).sort())
    .toEqual(['click', 'hover', 'impression', 'visit'])
})

test('waiting events aren’t sent after the page calls stop', async ({ shop }) => {
  await shop.page.clock.install()
  await shop.open()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])

  await shop.page.evaluate(() => {
    window.footfall?.push(['track', 'cart', 'linen-shirt'])
    window.footfall?.push(['stop'])
  })
  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  await shop.page.clock.fastForward(5000)
  await sendAll(shop.page)
  await arrived(shop)

  expect(shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])
})

test('an event that the server does not want is not offered again', async ({ shop }) => {
  shop.site.eventFailures = [{ kind: 'status', status: 422 }]
  await shop.page.clock.install()
  const refused = shop.page.waitForResponse((response) => response.status() === 422)
  await shop.open()
  await (await refused).finished()
  await digestClock(shop.page)
  const [first] = shop.site.batches

  await shop.page.clock.fastForward(600_000)
  await digestClock(shop.page)
  await shop.page.clock.fastForward(600_000)
  await arrived(shop)

  const later = shop.site.batches.slice(1).flatMap(({ body }) => visitIds(body))
  expect(first && visitIds(first.body)).toHaveLength(1)
  expect(later).toEqual([])
})

test('a site that is not known is left alone', async ({ shop }) => {
  shop.site.payload = null
  await shop.page.clock.install()

  await shop.open()
  await expect.poll(() => shop.site.reads).toBe(1)
  await digestClock(shop.page)
  await passSeconds(shop.page, 3)

  expect(shop.site.reads).toBe(1)
  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

test('a payload of a later version shows nothing', async ({ shop }) => {
  Object.assign(shop.site.payload ?? {}, { version: 2 })
  await shop.page.clock.install()

  await shop.open()
  await expect.poll(() => shop.site.events.length).toBe(1)
  await digestClock(shop.page)
  await passSeconds(shop.page, 3)

  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
})

const visitIds = (body: string) => {
  const { events } = JSON.parse(body) as { events: { id: string; type: string }[] }
  return events.filter(({ type }) => type === 'visit').map(({ id }) => id)
}
