import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { expect, purchaseItem, purchasePayload, settle, test } from './shop-test.ts'
import { arrived, stopClock } from './time.ts'

test('a purchase appears with the default options and leaves after five seconds', async ({
  shop,
}) => {
  const { page, nudge } = shop
  shop.site.payload = purchasePayload({}, { timings: defaultSiteOptions.timings })
  await stopClock(page)

  await shop.open()
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return nudge.count()
    })
    .toBe(1)

  await expect(nudge.locator('strong')).toHaveText('Mia in Lyon')
  await expect(nudge.locator('span')).toHaveText('bought Linen shirt, sand')
  await expect(nudge.locator('small')).toHaveText('2 hours ago')
  await page.clock.runFor(4900)
  await expect(nudge).toBeVisible()
  await page.clock.runFor(400)
  await expect(page.locator('footfall-nudge')).toHaveCount(0)
})

test('a site may show two, the second after the pause, and none twice', async ({ shop }) => {
  const { page, nudge } = shop
  const payload = purchasePayload({}, { maxNudges: 5 })
  payload.nudges[0]?.items.push(purchaseItem({ title: 'Noah in Ghent' }))
  shop.site.payload = payload
  await page.clock.install()

  await shop.open()
  const impressions = () => shop.site.events.filter(({ type }) => type === 'impression')
  await expect(nudge.locator('strong')).toHaveText('Mia in Lyon')
  await expect.poll(impressions).toHaveLength(1)
  await page.clock.fastForward(60_000)
  await expect(nudge).toHaveCount(0)
  await page.clock.fastForward(1500)
  await expect(nudge.locator('strong')).toHaveText('Noah in Ghent')
  await expect.poll(impressions).toHaveLength(2)
  await page.clock.fastForward(60_000)
  await expect(nudge).toHaveCount(0)
  await page.clock.runFor(60_000)
  await arrived(shop)

  await expect(page.locator('footfall-nudge')).toHaveCount(0)
  expect(impressions()).toHaveLength(2)
})

test('the nudge is 20 pixels from the bottom left of a wide window', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 1280, height: 720 })

  await shop.open()
  await settle(shop.nudge)

  const box = await shop.nudge.boundingBox()
  expect(box?.x).toBe(20)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(700)
})

test('the nudge is at the bottom right of a phone, also when the window is narrowed later', async ({
  shop,
}) => {
  await shop.page.setViewportSize({ width: 1280, height: 720 })
  await shop.open()
  await settle(shop.nudge)

  await shop.page.setViewportSize({ width: 375, height: 667 })

  await expect
    .poll(async () => {
      const box = await shop.nudge.boundingBox()
      return [(box?.x ?? 0) + (box?.width ?? 0), (box?.y ?? 0) + (box?.height ?? 0)]
    })
    .toEqual([363, 647])
})

test('the longest words stay inside of a window of 320 pixels', async ({ shop }) => {
  shop.site.payload = purchasePayload(
    { title: 'W'.repeat(200), text: 'Merino wool jumper '.repeat(30) },
    { offset: { vertical: 400, horizontal: 400 } },
  )
  await shop.page.setViewportSize({ width: 320, height: 568 })

  await shop.open()
  await settle(shop.nudge)

  const box = await shop.nudge.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
})

test('a site that reads from the right has the picture on the right', async ({ shop }) => {
  shop.site.payload = purchasePayload({ title: 'مريم من حيفا' }, { direction: 'rtl' })

  await shop.open()
  await settle(shop.nudge)

  const picture = await shop.nudge.locator('.picture').boundingBox()
  const words = await shop.nudge.locator('.words').boundingBox()
  expect(picture?.x).toBeGreaterThan(words?.x ?? Infinity)
})

test('markup in an activity is shown as text and nothing of it runs', async ({ shop }) => {
  const markup = '<img src=x onerror="throw Error(1)"><script>throw Error(2)</script>'
  shop.site.payload = purchasePayload({ title: markup, text: `{{constructor}} ${markup}` })

  await shop.open()

  await expect(shop.nudge.locator('strong')).toHaveText(markup)
  await expect(shop.nudge.locator('img, script')).toHaveCount(0)
})

test('a link goes to the product, named after the nudge’s text', async ({ shop }) => {
  shop.site.payload = purchasePayload({ url: 'https://shop.example/linen' })

  await shop.open()

  const link = shop.nudge.getByRole('link', { name: /Mia in Lyon.*bought Linen shirt/ })
  await expect(link).toHaveAttribute('href', 'https://shop.example/linen')
})

for (const url of [
  'javascript:throw Error(1)',
  ' java\tscript:throw Error(1)',
  'data:text/html,x',
]) {
  test(`${JSON.stringify(url)} is neither a link nor a picture`, async ({ shop }) => {
    shop.site.payload = purchasePayload({ url, image: url })

    await shop.open()
    await expect(shop.nudge).toBeVisible()

    await expect(shop.nudge.locator('a, img')).toHaveCount(0)
    await expect(shop.nudge.locator('.picture svg')).toHaveCount(1)
  })
}

test('a picture that does not load gives way to the drawing', async ({ shop, servers }) => {
  shop.site.payload = purchasePayload({ image: `${servers.edge.origin}/missing.png` })

  await shop.open()

  await expect(shop.nudge.locator('.picture svg')).toBeVisible()
  await expect(shop.nudge.locator('img')).toHaveCount(0)
})

test('a picture that does not load gives way to the person’s initial', async ({
  shop,
  servers,
}) => {
  shop.site.payload = purchasePayload({
    image: `${servers.edge.origin}/missing.png`,
    initial: 'M',
  })

  await shop.open()

  await expect(shop.nudge.locator('.picture')).toHaveText('M')
  await expect(shop.nudge.locator('img')).toHaveCount(0)
})

test('a person’s initial replaces a missing picture, and screen readers skip it', async ({
  shop,
}) => {
  shop.site.payload = purchasePayload({ initial: 'M' })

  await shop.open()

  await expect(shop.nudge.locator('.picture')).toHaveText('M')
  await expect(shop.nudge.locator('.picture')).toHaveCSS('font-size', '24px')
  await expect(shop.nudge.locator('.picture svg')).toHaveCount(0)
  await expect(shop.nudge.locator('.picture')).toHaveAttribute('aria-hidden', 'true')
})

test('an activity from the future has no age, for then the clock of the visitor is wrong', async ({
  shop,
}) => {
  shop.site.payload = purchasePayload({ at: Math.floor(Date.now() / 1000) + 3600 })

  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await expect(shop.nudge.locator('small')).toBeHidden()
})

test('the page does not move by a pixel', async ({ shop, servers }) => {
  await shop.page.addInitScript(() => {
    Reflect.set(window, '__shift', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = Number(Reflect.get(window, '__shift'))
        Reflect.set(window, '__shift', shift + Number(Reflect.get(entry, 'value')))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await shop.page.clock.install()
  shop.site.payload = purchasePayload({ image: `${servers.pages.origin}/shirt.svg` })

  await shop.open()
  await settle(shop.nudge)
  await shop.page.clock.fastForward(60_000)
  await shop.page.clock.fastForward(1000)
  await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)

  expect(await shop.page.evaluate(() => Number(Reflect.get(window, '__shift')))).toBe(0)
})
