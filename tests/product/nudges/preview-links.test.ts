/** Preview links: who gets drafts, and what they leave behind. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { claims, nudges, pixelEvents, previewTabs, sites } from '#app/db/schema/index.ts'
import { draftPurchaseNudge } from '#app/domain/nudges/nudges.server.ts'
import { createPreviewLink, sweepPreviews } from '#app/domain/serving/preview-link.server.ts'
import type { PreviewSubject } from '#app/domain/serving/preview-token.server.ts'
import { action as homeAction } from '#app/routes/home.tsx'
import { action as onboardingAction } from '#app/routes/onboarding/onboarding.tsx'
import { shortIdOf } from '#app/lib/short-id.ts'
import { storeNudge } from '../../support/nudges.ts'
import { impressionEvent, serveEdge, visitEvent } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

const oneTab = '0123456789abcdef0123456789abcdef'
const otherTab = 'fedcba9876543210fedcba9876543210'
const closed = {
  status: 403,
  body: { message: 'This preview link has expired or was opened in another tab.', errors: {} },
}

async function openShop() {
  const world = await createWorld()
  const { services } = world
  const site = await world.site()
  await storePurchase(services, site)
  const draft = await draftPurchaseNudge(services, site.scope)
  const edge = await serveEdge(services)

  const ask = async (
    token: string,
    { tab = oneTab, of = site, headers = {} }: Partial<Asked> = {},
  ) => {
    const query = new URLSearchParams({ preview: token, tab })
    const address = `${edge.baseUrl}/api/pixel/${of.uuid}?${query.toString()}`
    const response = await fetch(address, { headers: { Origin: of.url, ...headers } })
    return {
      status: response.status,
      cache: response.headers.get('cache-control'),
      body: (await response.json()) as PixelPayload,
    }
  }
  const makeToken = async (subject: PreviewSubject = { kind: 'nudge', uuid: draft.uuid }) =>
    tokenOf(await createPreviewLink(services, site.scope, subject))

  return { world, services, site, draft, edge, ask, makeToken }
}

type Site = Awaited<ReturnType<Awaited<ReturnType<typeof createWorld>>['site']>>
type Asked = { tab: string; of: Site; headers: Record<string, string> }

const tokenOf = (link: string) => new URL(link).hash.replace('#footfall-preview=', '')

const answered = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

test('the link leads to the page of the site that is visited most, with the token in the fragment', async () => {
  const { services, site, draft, edge } = await openShop()
  const before = new URL(
    await createPreviewLink(services, site.scope, { kind: 'nudge', uuid: draft.uuid }),
  )
  const page = edge.page(site)
  await page.report(
    { ...visitEvent(), page: '/a' },
    { ...visitEvent(), page: '/kettles' },
    { ...visitEvent(), page: '/kettles' },
  )

  const link = new URL(
    await createPreviewLink(services, site.scope, { kind: 'nudge', uuid: draft.uuid }),
  )

  expect(before.origin + before.pathname).toBe(`${site.url}/`)
  expect(link.origin + link.pathname + link.search).toBe(`${site.url}/kettles`)
  expect(link.hash).toMatch(/^#footfall-preview=[0-9a-f.-]+$/)
})

test('a draft is shown to the tab that opens the link, under a watermark', async () => {
  const { ask, makeToken, draft } = await openShop()
  const token = await makeToken()

  const opened = await ask(token)

  expect(opened.status).toBe(200)
  expect(opened.cache).toBe('no-store')
  expect(opened.body.nudges).toMatchObject([
    {
      id: shortIdOf(draft.uuid),
      heading: 'Preview – only you can see this',
      items: [{ title: 'Ann in the Netherlands', text: 'bought Blue Kettle' }],
    },
  ])
  expect(opened.body.preview).toMatchObject({
    names: { [shortIdOf(draft.uuid)]: 'Recent purchase' },
  })
})

test('pages never get a draft', async () => {
  const { edge, site } = await openShop()

  const payload = await edge.page(site).payload()

  expect(payload.nudges).toEqual([])
  expect(payload).not.toHaveProperty('unshown')
  expect(payload).not.toHaveProperty('preview')
})

test('the link keeps working in the tab that opened it first, and in no other one', async () => {
  const { ask, makeToken } = await openShop()
  const token = await makeToken()
  await ask(token)

  const again = await ask(token)
  const copied = await ask(token, { tab: otherTab })

  expect(again.status).toBe(200)
  expect(answered(copied)).toEqual(closed)
})

test('when two tabs open the link at the same time, one gets the drafts', async () => {
  const { ask, makeToken } = await openShop()
  const token = await makeToken()

  const both = await Promise.all([ask(token), ask(token, { tab: otherTab })])

  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
})

test('after a quarter of an hour the link opens nothing, in its own tab either', async () => {
  const { ask, makeToken, world } = await openShop()
  const token = await makeToken()
  await ask(token)
  world.clock.advance(15 * 60_000 - 1_000)
  const inTime = await ask(token)

  world.clock.advance(1_000)
  const late = await ask(token)

  expect(inTime.status).toBe(200)
  expect(answered(late)).toEqual(closed)
})

test('a link of one site opens nothing on another, be it of the same team', async () => {
  const { ask, makeToken, world, site } = await openShop()
  const sibling = await world.site({ team: site.team })
  const token = await makeToken()

  expect(answered(await ask(token, { of: sibling }))).toEqual(closed)
})

test.each<[string, Record<string, string>]>([
  ['another host', { Origin: 'https://elsewhere.example' }],
  ['a frame without an origin', { Origin: 'null' }],
  ['a page of another host that names itself late', { Origin: '', Referer: 'https://x.example/' }],
])('%s gets nothing by a good link', async (_case, headers) => {
  const { ask, makeToken } = await openShop()

  expect(answered(await ask(await makeToken(), { headers }))).toEqual(closed)
})

test('a token with any change opens nothing and isn’t remembered', async () => {
  const { ask, makeToken, services, draft, site } = await openShop()
  const token = await makeToken()
  const hidden = await storeNudge(services, site, { type: 'visitors', state: 'draft' })
  const [link = '', expires = '', , signature = ''] = token.split('.')
  const changed = [
    '',
    'nonsense',
    token.slice(0, -1),
    [link, expires, hidden, signature].join('.'),
    [link, expires, '', signature].join('.'),
    [link, String(Number(expires) + 3600), draft.uuid, signature].join('.'),
    [
      link.replace(/./, (first) => (first === '0' ? '1' : '0')),
      expires,
      draft.uuid,
      signature,
    ].join('.'),
    [link, expires, draft.uuid, '0'.repeat(64)].join('.'),
  ]

  for (const one of changed) expect(answered(await ask(one))).toEqual(closed)
  expect(answered(await ask(token, { tab: 'short' }))).toEqual(closed)
  expect(await services.db.system.select().from(previewTabs)).toEqual([])
})

test('a link signed before the site moved to another address opens nothing', async () => {
  const { ask, makeToken, services, site } = await openShop()
  const token = await makeToken()
  const url = 'https://moved.example'
  await services.db.system.update(sites).set({ url }).where(eq(sites.id, site.scope.siteId))
  services.siteCache.invalidate(site.uuid)

  expect(answered(await ask(token, { headers: { Origin: url } }))).toEqual(closed)
})

test('a link to a nudge of another team cannot be made', async () => {
  const { services, world, draft } = await openShop()
  const stranger = await world.site()

  await expect(
    createPreviewLink(services, stranger.scope, { kind: 'nudge', uuid: draft.uuid }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a link without a nudge opens drafts and published nudges in order, and says why the rest isn’t shown', async () => {
  const { ask, makeToken, services, site, draft } = await openShop()
  const offer = { code: 'TEA10', title: 'Ten percent', text: 'off all teas' }
  const published = await storeNudge(services, site, {
    type: 'custom',
    position: 2,
    name: 'Welcome',
    content: { title: 'Welcome', text: offer.text },
  })
  const empty = await storeNudge(services, site, { type: 'reviews', position: 3, state: 'draft' })
  await storeNudge(services, site, { type: 'visitors', position: 4, state: 'paused' })

  const { body } = await ask(await makeToken({ kind: 'drafts' }))

  expect(body.nudges.map(({ id }) => id)).toEqual([draft.uuid, published].map(shortIdOf))
  expect(body.unshown).toEqual([{ nudge: shortIdOf(empty), reason: 'no_data' }])
  expect(Object.keys(body.preview?.names ?? {}).toSorted()).toEqual(
    [draft.uuid, published, empty].map(shortIdOf).toSorted(),
  )
  expect(body.preview?.reasons.no_data).toBe('no data to show yet')
})

test('neither holdout group nor kill switch keeps the owner from a preview, in the site’s language', async () => {
  const { ask, makeToken, services, site } = await openShop()
  await services.db.system
    .update(sites)
    .set({ options: { holdout: 50, language: 'de' }, pausedAt: services.now() })
    .where(eq(sites.id, site.scope.siteId))
  services.siteCache.invalidate(site.uuid)

  const { body } = await ask(await makeToken())

  expect(body).not.toHaveProperty('withheld')
  expect(body.nudges.map(({ heading }) => heading)).toEqual(['Vorschau – nur Sie sehen das'])
})

test('a preview is in the language of the page where visitors get it, with its bar in the site’s', async () => {
  const { ask, makeToken, services, site } = await openShop()
  const options = { usePageLanguage: true, language: 'de' } as const
  await services.db.system.update(sites).set({ options }).where(eq(sites.id, site.scope.siteId))
  services.siteCache.invalidate(site.uuid)

  const { body } = await ask(await makeToken(), { headers: { 'Accept-Language': 'fr-CA' } })

  expect(body.phrases.close).toBe('Fermer')
  expect(body.preview?.title).toBe('Vorschau – nur Sie sehen das')
})

test('a preview makes no claim, and an event that carries its name is refused', async () => {
  const { ask, makeToken, services, edge, site } = await openShop()
  const { body } = await ask(await makeToken())

  const [outcome] = await edge.page(site).report(impressionEvent(body))

  expect(outcome).toMatchObject({ outcome: 'rejected' })
  expect(outcome && 'reason' in outcome && outcome.reason).toContain('claim')
  expect(await services.db.system.select().from(claims)).toEqual([])
  expect(await services.db.system.select().from(pixelEvents)).toEqual([])
})

test('a preview leaves the draft a draft, and is forgotten once it has expired', async () => {
  const { ask, makeToken, services, world, draft } = await openShop()
  await ask(await makeToken())
  await sweepPreviews(services)
  const kept = await services.db.system.select().from(previewTabs)

  world.clock.advance(15 * 60_000 + 1_000)
  await sweepPreviews(services)

  expect(kept).toHaveLength(1)
  expect(await services.db.system.select().from(previewTabs)).toEqual([])
  const [stored] = await services.db.system
    .select({ state: nudges.state })
    .from(nudges)
    .where(eq(nudges.id, draft.id))
  expect(stored).toEqual({ state: 'draft' })
})

test('each member of the team gets a link by the button, only to their site', async () => {
  const { world, site, ask } = await openShop()
  const member = await world.member(site.team)
  const stranger = await world.site()
  const form = { intent: 'preview' }
  const readLink = async (answer: unknown) => {
    if (!(answer instanceof Response)) throw new Error('No link was made.')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return ((await answer.json()) as { link: string }).link
  }

  const memberLink = await readLink(await homeAction(world.visit('/', { as: member, form })))
  const foreign = await readLink(
    await onboardingAction(world.visit('/onboarding', { as: stranger.owner, form })),
  )

  expect((await ask(tokenOf(memberLink))).status).toBe(200)
  expect(new URL(foreign).origin).toBe(stranger.url)
  expect(answered(await ask(tokenOf(foreign)))).toEqual(closed)
  await expect(homeAction(world.visit('/', { form }))).rejects.toMatchObject({ status: 302 })
})

test('the button of the last step makes a draft once, and leaves a published nudge alone', async () => {
  const world = await createWorld()
  const site = await world.site()
  const press = (intent: string) =>
    onboardingAction(world.visit('/onboarding', { as: site.owner, form: { intent } }))
  const states = () => world.services.db.system.select({ state: nudges.state }).from(nudges)
  await press('preview')
  await press('preview')
  const drafted = await states()

  await press('publish')
  await press('preview')

  expect(drafted).toEqual([{ state: 'draft' }])
  expect(await states()).toEqual([{ state: 'published' }])
})
