import type { Page } from 'playwright/test'
import { everywhere, type NudgeRules } from '#app/contract/nudge-rules.ts'
import type { EdgeSite } from './edge-double.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, purchasePayload, test } from './shop-test.ts'
import { arrived, digestClock, passSeconds, sendAll, showingRuns, stopClock } from './time.ts'

const still = { animation: 'none' } as const

for (const path of ['checkout', 'checkouts/cn/abc', 'de/checkout/payment']) {
  test(`on /${path} nothing is shown however long it stays open, but the visit counts`, async ({
    shop,
  }) => {
    await shop.page.clock.install()

    await shop.open(path)
    await expect.poll(() => typesOf(shop.site)).toContain('visit')
    await digestClock(shop.page)
    await shop.page.clock.runFor(120_000)
    await sendAll(shop.page)
    await arrived(shop)

    await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
    expect(typesOf(shop.site)).not.toContain('impression')
    expect(shop.site.reads).toBe(1)
  })
}

const texts: [string, (page: Page) => Promise<void>, (page: Page) => Promise<void>][] = [
  [
    'somebody types',
    (page) => page.getByRole('searchbox').focus(),
    (page) => page.getByRole('checkbox').focus(),
  ],
  [
    'a banner waits for an answer',
    (page) => show(page, '.banner', true),
    (page) => show(page, '.banner', false),
  ],
  [
    'a dialog is open',
    (page) => page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal()),
    (page) => page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.close()),
  ],
]

for (const [title, begin, end] of texts) {
  test(`while ${title} nothing appears, and then it does`, async ({ shop }) => {
    const { page } = shop
    shop.site.payload = purchasePayload({}, { timings: { show: 60_000, wait: 0, initial: 60_000 } })
    await page.clock.install()
    await showingRuns(page, () => shop.open('busy'))

    await begin(page)
    await page.clock.fastForward(55_000)
    await page.clock.runFor(11_000)
    await expect(page.locator('footfall-nudge')).toHaveCount(0)
    await end(page)
    await page.clock.runFor(1500)

    await expect(shop.nudge).toBeVisible()
  })
}

const rule = (match: 'contains' | 'exact' | 'pattern', value: string) => [{ match, value }]

const cases: [string, Partial<NudgeRules>, boolean, string?][] = [
  ['a page that contains it', { pages: rule('contains', 'shirt') }, true],
  ['a page that does not contain it', { pages: rule('contains', 'sock') }, false],
  ['exactly this page', { pages: rule('exact', '/shirts/linen') }, true],
  ['a pattern of pages', { pages: rule('pattern', '/shirts/*') }, true],
  ['all pages but these', { notPages: rule('pattern', '*/linen') }, false],
  ['phones', { devices: ['mobile'] }, false],
  ['wide windows', { devices: ['desktop'] }, true],
  ['product pages', { kinds: ['product'] }, false],
  ['product pages, as the theme says', { kinds: ['product'] }, true, 'template-product'],
  ['a time that is over', { until: 1000 }, false],
  ['a time that has begun', { from: 1000 }, true],
  ['new visitors', { audience: 'new' }, true],
]

for (const [title, rules, isShown, bodyClass = ''] of cases) {
  test(`a nudge for ${title}: ${isShown ? 'shown' : 'not shown'}`, async ({ shop }) => {
    const { page, site } = shop
    const nudge = nudgeOf({ rules: { ...everywhere, ...rules } })
    site.payload = payloadOf([nudge])
    await page.addInitScript((name) => {
      document.addEventListener('readystatechange', () => (document.body.className = name))
    }, bodyClass)

    await shop.open('shirts/linen')

    if (isShown) await expect(shop.nudge).toBeVisible()
    else {
      await expect.poll(() => reportReasons(shop)).toEqual([`${nudge.id} page_rule`])
      await expect(page.locator('footfall-nudge')).toHaveCount(0)
    }
  })
}

test('a nudge for returning visitors shows to no one who didn’t agree to be recognized', async ({
  shop,
}) => {
  const nudge = nudgeOf({ rules: { ...everywhere, audience: 'returning' } })
  shop.site.payload = payloadOf([nudge])

  await shop.open()

  await expect.poll(() => reportReasons(shop)).toEqual([`${nudge.id} consent`])
})

test('page rules look at the query only where the site wants it', async ({ shop }) => {
  const nudge = nudgeOf({ rules: { ...everywhere, pages: rule('contains', '?site=') } })
  shop.site.payload = payloadOf([nudge], { ignoreQueryParameters: true })
  await shop.open()
  await expect.poll(() => reportReasons(shop)).toEqual([`${nudge.id} page_rule`])

  shop.site.payload = payloadOf([nudge], { ignoreQueryParameters: false })
  await shop.open()

  await expect(shop.nudge).toBeVisible()
})

test('a nudge for a country is shown there alone', async ({ shop }) => {
  const nudge = nudgeOf({ countries: ['FR'] })
  shop.site.payload = payloadOf([nudge])
  const reported: string[] = []
  for (const country of [null, 'DE']) {
    shop.site.country = country
    await shop.open()
    reported.push(`${nudge.id} page_rule`)
    await expect.poll(() => reportReasons(shop)).toEqual(reported)
    await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
  }

  shop.site.country = 'FR'
  await shop.open()

  await expect(shop.nudge).toBeVisible()
})

test('words for one country show there, other words everywhere else', async ({ shop }) => {
  const items = [
    purchaseItem({ text: 'by Friday', country: 'NL' }),
    purchaseItem({ text: 'by Monday', country: '*' }),
  ]
  shop.site.payload = payloadOf([nudgeOf({ items })])

  shop.site.country = 'NL'
  await shop.open()
  await expect(shop.nudge).toContainText('by Friday')
  shop.site.country = 'BE'
  await shop.open()

  await expect(shop.nudge).toContainText('by Monday')
})

test('who closes two nudges is shown no third', async ({ shop }) => {
  const { page } = shop
  const items = ['Mia', 'Noah', 'Ada'].map((title) => purchaseItem({ title }))
  shop.site.payload = payloadOf(
    items.map((item) => nudgeOf({ items: [item] })),
    { maxNudges: 3, closeNudgeBehaviour: 'nudge' },
  )
  await page.clock.install()
  await shop.open()

  for (const name of ['Mia', 'Noah']) {
    await expect(shop.nudge).toContainText(name)
    await closeNudge(page)
    await page.clock.runFor(2000)
  }
  await digestClock(page)
  await page.clock.runFor(20_000)

  await expect(page.locator('footfall-nudge')).toHaveCount(0)
})

for (const [closeNudgeBehaviour, shownNext, shownOnNextPage] of [
  ['nudge', true, true],
  ['page', false, true],
  ['visit', false, false],
] as const) {
  test(`closing one, where the site says "${closeNudgeBehaviour}"`, async ({ shop }) => {
    const { page } = shop
    const nudges = ['Mia', 'Noah'].map((title) => nudgeOf({ items: [purchaseItem({ title })] }))
    const isVisit = closeNudgeBehaviour === 'visit'
    const options = { maxNudges: 2, ...(isVisit ? {} : { closeNudgeBehaviour }) }
    shop.site.payload = payloadOf(nudges, options)
    await page.clock.install()
    await shop.open()
    await expect(shop.nudge).toContainText('Mia')

    await closeNudge(page)
    await passSeconds(page, 2)
    await expect(shop.nudge).toHaveCount(shownNext ? 1 : 0)
    await page.clock.runFor(70_000)
    await expect(page.locator('footfall-nudge')).toHaveCount(0)
    const newer = [nudgeOf({ items: [purchaseItem({ title: 'Ada' })] })]
    shop.site.payload = payloadOf(newer, options)
    await page.evaluate(() => history.pushState({}, '', '/next'))
    await expect.poll(() => shop.site.reads).toBe(2)
    await digestClock(page)
    await passSeconds(page, 2)

    await expect(shop.nudge).toHaveCount(shownOnNextPage ? 1 : 0)
  })
}

test('a site that loops begins again, a site without a limit shows all', async ({ shop }) => {
  const { page } = shop
  const nudges = ['Mia', 'Noah'].map((title) => nudgeOf({ items: [purchaseItem({ title })] }))
  shop.site.payload = payloadOf(nudges, { maxNudges: 99, loop: true })
  await stopClock(page)
  await shop.open()

  for (const name of ['Mia', 'Noah', 'Mia', 'Noah', 'Mia']) {
    await expect
      .poll(
        async () => {
          await page.clock.runFor(5000)
          return shop.nudge.locator('strong').allInnerTexts()
        },
        // Only the page's clock decides.
        { intervals: [50] },
      )
      .toEqual([name])
  }
})

test('on the next page another nudge begins, where the site wants it', async ({ shop }) => {
  const nudges = ['Mia', 'Noah'].map((title) => nudgeOf({ items: [purchaseItem({ title })] }))
  shop.site.payload = payloadOf(nudges, { nudgeRandomization: true })
  await shop.page.clock.install()
  await shop.open()
  const first = await shop.nudge.locator('strong').innerText()

  await shop.page.evaluate(() => history.pushState({}, '', '/next'))
  await expect.poll(() => shop.site.reads).toBe(2)
  await shop.page.clock.runFor(2000)

  await expect(shop.nudge.locator('strong')).toHaveText(first === 'Mia' ? 'Noah' : 'Mia')
})

test('the next page of a visit goes on with the next activity, and shows none again', async ({
  shop,
}) => {
  const { page } = shop
  const items = ['Mia', 'Noah', 'Ada'].map((title) => purchaseItem({ title }))
  shop.site.payload = payloadOf([nudgeOf({ items })], still)
  await shop.open()

  for (const [place, name] of ['Mia', 'Noah', 'Ada'].entries()) {
    await expect(shop.nudge).toContainText(name)
    const impressions = () => typesOf(shop.site).filter((type) => type === 'impression')
    await expect.poll(impressions).toHaveLength(place + 1)
    await page.evaluate((next) => history.pushState({}, '', `/${next}`), `page-${place}`)
  }

  await expect.poll(() => reportReasons(shop)).toHaveLength(1)
  expect((await reportReasons(shop))[0]).toMatch(/ seen$/)
  await expect(page.locator('footfall-nudge')).toHaveCount(0)
})

test('another document of the same site goes on as well, though nothing is stored', async ({
  shop,
}) => {
  const { page } = shop
  const items = ['Mia', 'Noah'].map((title) => purchaseItem({ title }))
  shop.site.payload = payloadOf([nudgeOf({ items })], still)
  await shop.open()
  await expect(shop.nudge).toContainText('Mia')
  const names: string[] = []

  for (const path of ['second', 'third']) {
    await page.evaluate((next) => (location.href = `/${next}${location.search}`), path)
    await page.waitForURL(`**/${path}?*`)
    await expect(shop.nudge).toBeVisible()
    names.push(await shop.nudge.locator('strong').innerText())
  }

  expect(names.toSorted()).toEqual(['Mia', 'Noah'])
  expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0)
})

test('a nudge that stays until it is closed stays on the next page', async ({ shop }) => {
  shop.site.payload = payloadOf([nudgeOf({ isPersistent: true })], still)
  await shop.open()
  await expect.poll(() => typesOf(shop.site)).toContain('impression')

  await shop.page.evaluate(() => history.pushState({}, '', '/next'))

  await expect.poll(() => shop.site.reads).toBe(2)
  await expect(shop.nudge).toBeVisible()
})

test('who has closed one is left alone for the rest of the visit', async ({ shop }) => {
  const { page } = shop
  const nudges = ['Mia', 'Noah'].map((title) => nudgeOf({ items: [purchaseItem({ title })] }))
  shop.site.payload = payloadOf(nudges, { maxNudges: 2 })
  await page.clock.install()
  await shop.open()
  await expect(shop.nudge).toBeVisible()

  await closeNudge(page)
  await page.evaluate(() => history.pushState({}, '', '/next'))
  await expect.poll(() => shop.site.reads).toBe(2)
  await digestClock(page)
  await page.clock.runFor(20_000)

  // Checked immediately: another nudge would disappear after its minute.
  expect(await page.locator('footfall-nudge').count()).toBe(0)
})

/** Closes it and moves the pointer away. Otherwise the next one would appear under it and stay. */
const closeNudge = async (page: Page) => {
  await page.locator('footfall-nudge').getByRole('button', { name: 'Close' }).click()
  await page.mouse.move(0, 0)
}

const show = (page: Page, selector: string, isShown: boolean) =>
  page.locator(selector).evaluate((element: HTMLElement, next) => {
    element.hidden = !next
  }, isShown)

const typesOf = ({ events }: EdgeSite) => events.map(({ type }) => type)

const reportReasons = async ({ page, site }: { page: Page; site: EdgeSite }) => {
  await sendAll(page)
  await arrived({ page, site })
  return site.events.flatMap((event) =>
    event.type === 'not_shown' ? [`${event.nudge ?? ''} ${event.reason}`] : [],
  )
}
