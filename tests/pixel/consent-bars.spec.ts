/** Popups wait for an answer to a consent bar, and keep off one that visitors leave open. */
import { reportReasons } from './page-calls.ts'
import { expect, nudgeOf, payloadOf, test, type Shop } from './shop-test.ts'
import { passSeconds, showingRuns } from './time.ts'

const still = { animation: 'none' } as const
const wide = { width: 1280, height: 720 }
const phone = { width: 375, height: 667 }
/** Pixels from the window's lower edge to the gap above the bar in tests/pixel/pages/bars.html. */
const reach = 64 + 120 + 8

/** Opens the page with this markup, with a nudge that stays. */
const openWith = async ({ page, site, open }: Shop, html: string, name = 'blank') => {
  site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
  await page.addInitScript((markup) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.body.insertAdjacentHTML('afterbegin', markup)
    })
  }, html)
  await page.clock.install()
  await showingRuns(page, () => open(name))
}

for (const [device, size] of Object.entries({ phone, 'wide window': wide })) {
  test(`on a ${device} a bar that no one answers has the nudge beside it after ten seconds`, async ({
    shop,
  }) => {
    await shop.page.setViewportSize(size)
    await openWith(shop, '<style>.asks{display:block!important}</style>', 'bars')
    await passSeconds(shop.page, 8)
    await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)

    await passSeconds(shop.page, 4)

    await expect(shop.nudge).toBeVisible()
    const { y = 0, height = 0 } = (await shop.nudge.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(size.height - reach)
    await passSeconds(shop.page, 3)
    expect((await shop.nudge.boundingBox())?.y).toBe(y)
    expect(await reportReasons(shop)).toEqual([])
  })
}

test('a bar that is answered within ten seconds has the nudge right after', async ({ shop }) => {
  const show = (isShown: boolean) =>
    shop.page.evaluate((shown) => {
      document.querySelector('.asks')?.toggleAttribute('hidden', !shown)
    }, isShown)
  await openWith(shop, '', 'bars')
  await passSeconds(shop.page, 2)
  await expect(shop.nudge).toBeVisible()

  await show(true)
  await passSeconds(shop.page, 1)
  await expect(shop.nudge).toBeHidden()
  await show(false)
  await passSeconds(shop.page, 1)

  await expect(shop.nudge).toBeVisible()
})

const corner = 'position:fixed;left:16px;bottom:16px;width:420px;height:220px;background:#eee'
const answer = '<button type="button">Fine</button>'

for (const [name, bar] of [
  ['in the nudge’s corner', `<div class="cookie-box" style="${corner}">${answer}</div>`],
  [
    'with a dialog’s role',
    `<div class="consent-box" role="dialog" style="${corner}">${answer}</div>`,
  ],
  [
    'in a container with its name',
    `<div id="shop-consent"><div role="dialog" style="${corner}">${answer}</div></div>`,
  ],
] as const) {
  test(`a bar ${name} is never covered`, async ({ shop }) => {
    await shop.page.setViewportSize(wide)
    await openWith(shop, bar)
    await passSeconds(shop.page, 12)

    await expect(shop.nudge).toBeVisible()
    const { x = 0, y = 0, height = 0 } = (await shop.nudge.boundingBox()) ?? {}
    expect(x >= 16 + 420 || y + height <= wide.height - 16 - 220).toBe(true)
  })
}

for (const [name, bar] of [
  [
    'in the middle of the window',
    `<div class="cookie-box" style="position:fixed;inset:30%;background:#eee">${answer}</div>`,
  ],
  [
    'with a backdrop',
    `<div style="position:fixed;inset:0;background:#0008"></div><div class="cookie-box" style="${corner}">${answer}</div>`,
  ],
  [
    'that is modal',
    `<div class="cookie-box" role="dialog" aria-modal="true" style="${corner}">${answer}</div>`,
  ],
] as const) {
  test(`a bar ${name} is waited for until it has its answer`, async ({ shop }) => {
    await shop.page.setViewportSize(wide)
    await openWith(shop, bar)
    await passSeconds(shop.page, 15)

    await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
    await shop.page.evaluate(() => {
      for (const layer of document.querySelectorAll('body>div')) layer.remove()
    })
    await passSeconds(shop.page, 2)
    await expect(shop.nudge).toBeVisible()
  })
}
