/** The page that a message's link and the pixel's link lead to. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pushSubscriptions, sites } from '#app/db/schema/index.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { openPushShop, shopIn, type PushShop } from '../../support/push/push-world.ts'

async function openPage(shop: PushShop) {
  const { fetch } = await shop.world.serve()
  return {
    open: (token: string, headers: Record<string, string> = {}) =>
      fetch(`/push/${token}`, { headers }),
    send: (token: string, form: [string, string][], headers: Record<string, string> = {}) =>
      fetch(`/push/${token}`, { method: 'POST', body: new URLSearchParams(form), headers }),
    countSubscriptions: async () =>
      (
        await shop.world.services.db.system
          .select({ kinds: pushSubscriptions.kinds })
          .from(pushSubscriptions)
          .where(eq(pushSubscriptions.siteId, shop.site.scope.siteId))
      ).map(({ kinds }) => kinds),
  }
}

test('a message’s link shows what was sent, why, and the words of the consent', async () => {
  const shop = await openPushShop()
  const subscriber = await shop.subscribe({
    consent: { wording: 'News about <linen> & more?\nYes, please' },
  })
  await shop.start()
  await shop.send()
  const [message] = shop.messagesOf(subscriber)
  const { open } = await openPage(shop)

  const answer = await open(message?.token ?? '')
  const html = await answer.text()

  expect(answer.status).toBe(200)
  expect(message?.manage).toBe(`${shop.world.services.config.appUrl}/push/${message?.token ?? ''}`)
  expect(html).toContain('New linen')
  expect(html).toContain('The autumn colors are in.')
  expect(html).toContain('Why do I get this?')
  expect(html).toContain('News about &lt;linen&gt; &amp; more?\nYes, please')
  expect(html).not.toContain('<linen>')
  // The campaign's reason is among the sentences.
  expect(html).toMatch(/<ul><li>[^<]+<\/li>/)
})

test('the page has no cookie and no script, and search engines leave it out', async () => {
  const shop = await openPushShop()
  const { token } = await shop.subscribe()
  const { open } = await openPage(shop)

  const answer = await open(token)

  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  )
  const html = await answer.text()
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toContain('<script')
})

test('opening the link changes nothing, one press of its button ends everything', async () => {
  const shop = await openPushShop()
  const { token } = await shop.subscribe()
  const { open, send, countSubscriptions } = await openPage(shop)

  await open(token)
  await open(token, { Purpose: 'prefetch' })
  expect(await countSubscriptions()).toEqual([['news']])
  const stopped = await send(token, [['do', 'stop']])

  expect(stopped.status).toBe(200)
  expect(await stopped.text()).toContain('You won’t get any more messages from this shop.')
  expect(await countSubscriptions()).toEqual([])
  const again = await open(token)
  expect(again.status).toBe(404)
  expect(await again.text()).toContain('This link has expired.')
  expect((await send(token, [['do', 'stop']])).status).toBe(404)
})

test('a kind is turned off here, and none is turned on', async () => {
  const shop = await openPushShop()
  const { token } = await shop.subscribe({ kinds: ['news', 'price_drop'] })
  const { send, countSubscriptions } = await openPage(shop)

  const saved = await send(token, [
    ['do', 'save'],
    ['kind', 'price_drop'],
    ['kind', 'abandoned_cart'],
  ])

  expect(saved.status).toBe(200)
  const html = await saved.text()
  expect(html).toContain('<p role="status">Saved</p>')
  expect(html).toContain('value="price_drop"')
  expect(html).not.toContain('value="news"')
  expect(await countSubscriptions()).toEqual([['price_drop']])
})

test('without any kind left the subscription has ended', async () => {
  const shop = await openPushShop()
  const { token } = await shop.subscribe()
  const { send, countSubscriptions } = await openPage(shop)

  const saved = await send(token, [['do', 'save']])

  expect(await saved.text()).toContain('You won’t get any more messages from this shop.')
  expect(await countSubscriptions()).toEqual([])
})

test.each<[string, [string, string][]]>([
  ['nothing', []],
  ['another word', [['do', 'delete']]],
  [
    'a kind that doesn’t exist',
    [
      ['do', 'save'],
      ['kind', 'everything'],
    ],
  ],
  [
    'more kinds than there are',
    [['do', 'save'], ...Array.from({ length: 50 }, (): [string, string] => ['kind', 'news'])],
  ],
])('a form with %s is refused and changes nothing', async (_name, form) => {
  const shop = await openPushShop()
  const { token } = await shop.subscribe()
  const { send, countSubscriptions } = await openPage(shop)

  expect((await send(token, form)).status).toBe(422)
  expect(await countSubscriptions()).toEqual([['news']])
})

test('a form of another site’s page is refused', async () => {
  const shop = await openPushShop()
  const { token } = await shop.subscribe()
  const { send, countSubscriptions } = await openPage(shop)

  const foreign = await send(token, [['do', 'stop']], {
    Origin: 'https://elsewhere.example',
    'Sec-Fetch-Site': 'cross-site',
  })

  expect(foreign.status).toBe(403)
  expect(await countSubscriptions()).toEqual([['news']])
})

test('a token that was changed, cut or made up opens nothing', async () => {
  const shop = await openPushShop()
  const { token } = await shop.subscribe()
  const { open } = await openPage(shop)
  const changed = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')

  for (const one of [changed, token.slice(0, 20), 'worker', 'x'.repeat(400), '%00', '..%2f..']) {
    expect((await open(one)).status).toBe(404)
  }
})

test('a link of one subscriber changes nothing of another, or of another site', async () => {
  const shop = await openPushShop()
  const other = await shopIn(shop.world, shop.push)
  const mine = await shop.subscribe()
  await shop.subscribe()
  await other.subscribe()
  const { send, countSubscriptions } = await openPage(shop)
  const { countSubscriptions: countOthers } = await openPage(other)

  await send(mine.token, [['do', 'stop']])

  expect(await countSubscriptions()).toEqual([['news']])
  expect(await countOthers()).toEqual([['news']])
})

test('the page is in the site’s language and direction; an expired link in the browser’s', async () => {
  const shop = await openPushShop()
  const { db } = shop.world.services
  await db.system
    .update(sites)
    .set({ options: { ...defaultSiteOptions, language: 'ar' } })
    .where(eq(sites.id, shop.site.scope.siteId))
  const { token } = await shop.subscribe()
  const { open } = await openPage(shop)

  const html = await (await open(token)).text()
  const expired = await (await open('made-up', { 'Accept-Language': 'nl-BE,nl;q=0.9' })).text()

  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain('إيقاف كل الرسائل')
  expect(expired).toContain('<html lang="nl" dir="ltr">')
})
