/** Visitors who leave while a popup waits for room or for them are counted, and none twice. */
import type { Page } from 'playwright/test'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import { reportReasons } from './page-calls.ts'
import { expect, nudgeOf, payloadOf, purchasePayload, test, type Shop } from './shop-test.ts'
import { arrived, passSeconds, sendAll, showingRuns } from './time.ts'

const still = { animation: 'none' } as const

/** Opens a page with buttons everywhere in the window. */
const openFull = async ({ page, open }: Shop) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const button = '<button style="width:100%;height:40px">Add</button>'
      const html = `<div id="full">${button.repeat(20)}</div>`
      document.body.insertAdjacentHTML('afterbegin', html)
    })
  })
  await open('controls')
}

/** Opens a page with a cookie bar that waits for an answer. */
const openAsking = async ({ page, open }: Shop) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.querySelector('.banner')?.removeAttribute('hidden')
    })
  })
  await open('busy')
}

const waits = [
  ['before there was room', 'no_room', '/controls', openFull],
  ['without an answer to the cookie bar', 'busy', '/busy', openAsking],
] as const

const ways = [
  ['leaves', sendAll],
  [
    'goes on to another page of the document',
    (page: Page) =>
      page.evaluate(() => {
        history.pushState({}, '', '/socks')
      }),
  ],
] as const

/** Pages where nudges weren't shown for this reason, as reported. */
const pagesOf = async ({ page, site }: Shop, reason: NotShownReason) => {
  await sendAll(page)
  await arrived({ page, site })
  return site.events.flatMap((event) =>
    event.type === 'not_shown' && event.reason === reason ? [event.page] : [],
  )
}

for (const [why, reason, path, open] of waits) {
  for (const [way, leave] of ways) {
    test(`a visitor who ${way} ${why} is reported once`, async ({ shop }) => {
      const nudge = nudgeOf({
        rules: { ...everywhere, pages: [{ match: 'exact', value: path }] },
      })
      shop.site.payload = payloadOf([nudge], still)
      await shop.page.clock.install()
      await showingRuns(shop.page, () => open(shop))
      await passSeconds(shop.page, 3)

      await leave(shop.page)

      await expect.poll(() => pagesOf(shop, reason)).toEqual([path])
      await passSeconds(shop.page, 2)
      expect(await pagesOf(shop, reason)).toEqual([path])
    })
  }
}

test('behind a nudge that waits, those beyond the limit would have been too many', async ({
  shop,
}) => {
  const nudges = [nudgeOf(), nudgeOf()]
  shop.site.payload = payloadOf(nudges, { ...still, maxNudges: 1 })
  await shop.page.clock.install()
  await showingRuns(shop.page, () => openAsking(shop))
  await passSeconds(shop.page, 3)

  const reasons = async () => {
    await sendAll(shop.page)
    return shop.site.events.flatMap((event) =>
      event.type === 'not_shown' ? [[event.nudge, event.reason]] : [],
    )
  }
  await expect.poll(reasons).toEqual([
    [nudges[0]?.id, 'busy'],
    [nudges[1]?.id, 'capped'],
  ])
})

test('a visitor who leaves while the nudge is shown, after an answer to the cookie bar, has seen it', async ({
  shop,
}) => {
  shop.site.payload = purchasePayload({}, still)
  await shop.page.clock.install()
  await showingRuns(shop.page, () => openAsking(shop))
  await passSeconds(shop.page, 3)
  await shop.page.evaluate(() => document.querySelector('.banner')?.remove())
  await passSeconds(shop.page, 2)
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])

  expect(await reportReasons(shop)).toEqual([])
})

test('a visitor who leaves before a nudge was due has no reason', async ({ shop }) => {
  shop.site.payload = purchasePayload(
    {},
    { ...still, timings: { show: 5000, wait: 0, initial: 60_000 } },
  )
  await shop.page.clock.install()
  await showingRuns(shop.page, () => openAsking(shop))
  await passSeconds(shop.page, 3)

  expect(await reportReasons(shop)).toEqual([])
})

test('a visitor who leaves while the nudge is shown, after it waited for room, has seen it', async ({
  shop,
}) => {
  shop.site.payload = purchasePayload({}, still)
  await shop.page.clock.install()
  await showingRuns(shop.page, () => openFull(shop))
  await passSeconds(shop.page, 3)
  await shop.page.evaluate(() => document.querySelector('#full')?.remove())
  await passSeconds(shop.page, 2)
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'impression'])

  expect(await reportReasons(shop)).toEqual([])
  expect(await reportReasons(shop)).toEqual([])
})
