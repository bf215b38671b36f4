/** Home apart from its numbers: unread announcements, types with data, and checklists. */
import { expect, test } from 'vitest'
import { everyoneNow } from '#app/domain/announcements/announcement.ts'
import { announce } from '#app/domain/announcements/announcements.server.ts'
import { loader } from '#app/routes/home.tsx'
import type { TestSite } from '../../support/makers.ts'
import { storeNudge } from '../../support/nudges.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** A person's browser, which keeps the cookies of responses. */
function browserOf(fetch: Fetch, { cookie: first }: { cookie: string }) {
  let cookie = first
  const ask = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(path, {
      headers: { Cookie: cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    cookie = /^token=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? cookie
    return response
  }
  /** The screen's text, without React's markers. */
  const home = async () => (await (await ask('/')).text()).replaceAll('<!-- -->', '')
  return {
    ask,
    home,
    /** Null: no announcement is shown. */
    news: async () => /<p class="[^"]*news__body">([^<]*)</.exec(await home())?.[1] ?? null,
    dismiss: (newest: number) => ask('/?index', { intent: 'read', newest: String(newest) }),
  }
}

const announceNews = (
  world: World,
  body: string,
  action: { text: string; url: string } | null = null,
) => {
  world.clock.advance(60_000)
  const link = action && { actionText: action.text, actionUrl: action.url }
  return announce(world.services, null, { body, ...link, ...everyoneNow })
}

test('the newest news are on home with their link until they are marked as read', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { fetch } = await world.serve()
  const browser = browserOf(fetch, owner)
  expect(await browser.news()).toBeNull()
  await announceNews(world, 'First')
  const second = await announceNews(world, 'Second', {
    text: 'Look',
    url: 'https://blog.example/post',
  })

  const page = await browser.home()
  const answer = await browser.dismiss(second)

  expect(/<p class="[^"]*news__body">([^<]*)</.exec(page)?.[1]).toBe('Second')
  expect(page).toMatch(
    /href="https:\/\/blog\.example\/post"[^>]*rel="noopener noreferrer"[^>]*>Look</,
  )
  expect(page).toContain('1 more in announcements')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  expect(await browser.news()).toBeNull()
})

test('a read announcement stays away, whatever else is sent, and only newer ones appear', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { fetch } = await world.serve()
  const browser = browserOf(fetch, owner)
  const first = await announceNews(world, 'First')
  const second = await announceNews(world, 'Second')

  await browser.dismiss(second)
  await browser.dismiss(first)
  const unknown = await browser.dismiss(999_999)
  const wrong = await browser.dismiss(-1)
  const again = await browser.news()
  await announceNews(world, 'Third')

  expect([unknown.status, wrong.status]).toEqual([302, 422])
  expect(again).toBeNull()
  expect(await browser.news()).toBe('Third')
  expect(await browser.home()).not.toContain('more in announcements')
})

test('one person’s news are not another’s, and staff in a person’s place read none of them', async () => {
  const world = await createWorld()
  const { owner, team } = await world.site()
  const colleague = await world.member(team)
  const staff = await world.confirmedStaff()
  const { fetch } = await world.serve()
  const newest = await announceNews(world, 'News')
  const standIn = browserOf(fetch, staff)
  const start = { intent: 'start', user: String(owner.id), reason: 'Ticket 12: news' }
  await standIn.ask('/api/impersonation', start)

  const seen = await standIn.news()
  await standIn.dismiss(newest)
  const afterStaff = await browserOf(fetch, owner).news()
  await browserOf(fetch, owner).dismiss(newest)

  expect([seen, afterStaff]).toEqual(['News', 'News'])
  expect(await browserOf(fetch, owner).news()).toBeNull()
  expect(await browserOf(fetch, colleague).news()).toBe('News')
})

const recommended = async (world: World, { owner }: TestSite) =>
  (await loader(world.visit('/', { as: owner }))).recommended.map(({ type, readiness }) => [
    ...[type, readiness.sentence],
  ])

test('types that the data can fill today are recommended, the best first and three at most', async () => {
  const world = await createWorld()
  const site = await world.site()
  const empty = await recommended(world, site)
  await storePurchase(world.services, site, { kind: 'signup', productTitle: null })
  const signups = await recommended(world, site)
  await storePurchase(world.services, site)
  const orders = await recommended(world, site)
  await storePurchase(world.services, site)
  await storePurchase(world.services, site, { kind: 'review', stars: 5, body: 'Fine' })

  expect(empty).toEqual([])
  expect(signups).toEqual([['conversion', 'Ready: 1 sign-up in the last 30 days']])
  expect(orders).toEqual([
    ['purchase', 'Ready: 1 order in the last 30 days'],
    ['conversion', 'Ready: 1 sign-up in the last 30 days'],
  ])
  expect(await recommended(world, site)).toEqual([
    ['purchase', 'Ready: 2 orders in the last 30 days'],
    ['review', 'Ready: 1 review in the last 30 days'],
    ['conversion', 'Ready: 1 sign-up in the last 30 days'],
  ])
})

test('activities that can’t be shown, are too old, or are another site’s recommend nothing', async () => {
  const world = await createWorld()
  const [site, other] = [await world.site(), await world.site()]
  const old = new Date(world.clock.now().getTime() - 8 * dayMillis)
  await storePurchase(world.services, site, { isShowable: false })
  await storePurchase(world.services, site, { approval: 'quarantined' })
  await storePurchase(world.services, site, { occurredAt: old })
  await storePurchase(world.services, other)

  expect(await recommended(world, site)).toEqual([])
  expect(await recommended(world, other)).toHaveLength(1)
})

test('recommendations go once a nudge is published, and only members who can edit can use one', async () => {
  const world = await createWorld()
  const site = await world.site()
  const analyst = await world.member(site.team, { role: 'analyst' })
  await storePurchase(world.services, site)
  await storeNudge(world.services, site, { type: 'visitors', state: 'draft' })
  const { fetch } = await world.serve()

  const [ours, foreign] = [
    await browserOf(fetch, site.owner).home(),
    await browserOf(fetch, analyst).home(),
  ]
  await storeNudge(world.services, site, { type: 'visitors' })

  expect(ours).toContain('Ready: 1 order in the last 30 days')
  expect(ours).toContain('aria-label="Use ')
  expect(ours).toMatch(/>1 draft<\/a> is waiting to be published\./)
  expect(foreign).toContain('Ready: 1 order in the last 30 days')
  expect(foreign).not.toContain('aria-label="Use ')
  expect(await recommended(world, site)).toEqual([])
})
