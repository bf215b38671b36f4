/** Sites whose nudges are in the language that the page names. */
import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { storeNudge } from '../../support/nudges.ts'
import { browser, serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

const ofPages = { usePageLanguage: true, showNudgeTitle: true, holdout: 0 }

async function openShop(options: Partial<SiteOptions>) {
  const world = await createWorld()
  const { services } = world
  const site = await world.site({ options })
  await storePurchase(services, site)
  await world.nudge(site)
  const edge = await serveEdge(services)
  const address = `${edge.baseUrl}/api/pixel/${site.uuid}`
  /** As the pixel asks on a page that names the language. */
  const ask = async (language: string, query = '') => {
    const headers = { 'User-Agent': browser, 'Accept-Language': language }
    const response = await fetch(address + query, { headers })
    const payload = (await response.json()) as PixelPayload
    return {
      payload,
      close: payload.phrases.close,
      heading: payload.nudges[0]?.heading,
      tag: response.headers.get('etag'),
      vary: response.headers.get('vary'),
      cache: response.headers.get('cache-control'),
    }
  }
  return { world, services, site, ask }
}

test('without the setting all pages get the site’s language, from one cache', async () => {
  const { ask } = await openShop({ language: 'fr', holdout: 0 })

  const answers = [await ask('fr'), await ask('de-AT'), await ask('*')]

  expect(new Set(answers.map(({ close }) => close))).toEqual(new Set(['Fermer']))
  expect(new Set(answers.map(({ tag }) => tag)).size).toBe(1)
  for (const { vary, cache } of answers) {
    expect(vary).toBe('Accept-Encoding')
    expect(cache).toMatch(/^public, /)
  }
})

test('with it texts are in the page’s language, which only the browser may cache by', async () => {
  const { ask } = await openShop({ ...ofPages, language: 'fr' })

  const german = await ask('de-AT')

  expect(german).toMatchObject({
    close: 'Schließen',
    heading: 'Verkauft sich schnell',
    vary: 'Accept-Encoding, Accept-Language',
    cache: 'private, max-age=10',
  })
  expect(german.payload.nudges[0]?.items[0]?.text).toContain('gekauft')
  expect(await ask('fr')).toMatchObject({
    close: 'Fermer',
    vary: 'Accept-Encoding, Accept-Language',
    cache: 'private, max-age=10',
  })
  expect((await ask('ar')).payload.phrases.plural).toHaveLength(200)
})

test('a page that names no language, or one that nudges don’t have, gets the site’s', async () => {
  const { ask } = await openShop({ ...ofPages, language: 'fr' })

  const answers = await Promise.all(
    ['*', 'null', 'fr-CA', 'sw', 'zh-TW', '{{ lang }}'].map(asksIn(ask)),
  )

  expect(new Set(answers.map(({ close }) => close))).toEqual(new Set(['Fermer']))
  expect(new Set(answers.map(({ tag }) => tag)).size).toBe(1)
})

/** Without the index that `map` passes on. */
const asksIn =
  <Answer>(ask: (language: string) => Answer) =>
  (language: string) =>
    ask(language)

test('however a page writes its language, there is one payload for it', async () => {
  const { ask, services, site } = await openShop({ ...ofPages, language: 'en' })

  const answers = await Promise.all(['de', 'de-AT', 'DE', 'de_CH', 'de,en;q=0.5'].map(asksIn(ask)))

  expect(new Set(answers.map(({ tag }) => tag)).size).toBe(1)
  expect(await services.siteCache.payload(site.uuid, 'de')).toBe(
    await services.siteCache.payload(site.uuid, 'de'),
  )
})

test('typed text stays as it is on pages of any language', async () => {
  const { ask, services, site } = await openShop({
    ...ofPages,
    categoryTitles: { popular: '', selling_fast: 'Fresh orders', order_soon: '', good_to_know: '' },
  })
  await storeNudge(services, site, {
    type: 'custom',
    content: { text: 'Hand-thrown in Utrecht' },
    position: 2,
  })
  services.siteCache.invalidate(site.uuid)

  const { payload, heading } = await ask('de')

  expect(heading).toBe('Fresh orders')
  expect(payload.nudges[1]?.items[0]?.text ?? payload.nudges[1]?.items[0]?.title).toBe(
    'Hand-thrown in Utrecht',
  )
})

test('an owner’s template has its values in the language that it is typed in', async () => {
  const { ask, services, site } = await openShop({ ...ofPages, language: 'en' })
  const message = { title: '', text: '{first_name} ordered {place}', one: '' }
  await storeNudge(services, site, { type: 'purchase', message, position: 2 })

  const payloads = await Promise.all(['en', 'ja', 'fr'].map(asksIn(ask)))

  for (const { payload } of payloads) {
    const [nudge] = payload.nudges.slice(1)
    expect(nudge?.items.map(({ text }) => text)).toEqual(['Ann ordered in the Netherlands'])
  }
  const whys = payloads.map(({ payload }) => payload.nudges[1]?.why.join(' '))
  expect(new Set(whys).size).toBe(3)
})

test.each([
  ['en', 'rtl', 'ar'],
  ['he', 'rtl', 'de'],
] as const)(
  'a direction that was set for texts in %s (%s) is not that of texts in %s',
  async (language, direction, ofPage) => {
    const { ask } = await openShop({ ...ofPages, language, direction })

    expect((await ask(language)).payload.options.direction).toBe(direction)
    expect((await ask(ofPage)).payload.options.direction).toBeUndefined()
  },
)

test('a change is live in all languages immediately, and turning it off as well', async () => {
  const { ask, services, site } = await openShop({ ...ofPages, language: 'en' })
  expect([(await ask('de')).close, (await ask('fr')).close]).toEqual(['Schließen', 'Fermer'])

  await changeOptions(services, site.scope, { position: 'top-left' })
  const changed = await Promise.all(['de', 'fr', 'en'].map(asksIn(ask)))
  expect(changed.map(({ payload }) => payload.options.position)).toEqual(
    Array.from({ length: 3 }, () => 'top-left'),
  )

  await changeOptions(services, site.scope, { usePageLanguage: false })
  const answers = await Promise.all(['de', 'fr'].map(asksIn(ask)))
  expect(answers.map(({ close }) => close)).toEqual(['Close', 'Close'])
})

test('the holdout group’s payload is in the page’s language, too', async () => {
  const { ask } = await openShop({ ...ofPages, holdout: 50 })
  const names = Array.from(
    { length: 30 },
    (_value, at) => `visitor-${String(at).padStart(20, '0')}`,
  )

  const answers = await Promise.all(names.map((name) => ask('de', `?visitor=${name}`)))

  expect(new Set(answers.map(({ payload }) => payload.withheld))).toEqual(
    new Set([undefined, 'holdout']),
  )
  expect(new Set(answers.map(({ close }) => close))).toEqual(new Set(['Schließen']))
  expect(new Set(answers.map(({ vary }) => vary))).toEqual(
    new Set(['Accept-Encoding, Accept-Language']),
  )
})

test('a plan without languages has none of the page’s', async () => {
  const { ask, services, site } = await openShop({ ...ofPages, language: 'fr' })
  await setPlan(services, site.team.scope, {
    planId: 'enterprise',
    overrides: { features: { 'options.language': false } },
  })
  services.siteCache.invalidate(site.uuid)

  expect(await ask('de')).toMatchObject({ close: 'Close', vary: 'Accept-Encoding' })
})
