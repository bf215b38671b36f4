/** Visitors who leave while a popup waits for room are counted, and none twice. */
import type { Page } from 'playwright/test'
import { everywhere } from '#app/contract/nudge-rules.ts'
import { reportReasons } from './page-calls.ts'
import { expect, nudgeOf, payloadOf, purchasePayload, test, type Shop } from './shop-test.ts'
import { digestClock, sendAll, showingRuns } from './time.ts'

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

/** Seconds one after the other, with what the page does in each. */
const passSeconds = async (page: Page, seconds: number) => {
  for (let second = 0; second < seconds; second++) {
    await page.clock.runFor(1000)
    await digestClock(page)
  }
}

for (const [way, leave] of [
  ['leaves', sendAll],
  [
    'goes on to another page of the document',
    (page: Page) =>
      page.evaluate(() => {
        history.pushState({}, '', '/socks')
      }),
  ],
] as const) {
  test(`a visitor who ${way} before there was room is reported once`, async ({ shop }) => {
    const nudge = nudgeOf({
      rules: { ...everywhere, pages: [{ match: 'exact', value: '/controls' }] },
    })
    shop.site.payload = payloadOf([nudge], still)
    await shop.page.clock.install()
    await showingRuns(shop.page, () => openFull(shop))
    await passSeconds(shop.page, 3)

    await leave(shop.page)

    const reports = async () => {
      await sendAll(shop.page)
      return shop.site.events.flatMap((event) =>
        event.type === 'not_shown' && event.reason === 'no_room' ? [event.page] : [],
      )
    }
    await expect.poll(reports).toEqual(['/controls'])
    await passSeconds(shop.page, 2)
    expect(await reports()).toEqual(['/controls'])
  })
}

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
