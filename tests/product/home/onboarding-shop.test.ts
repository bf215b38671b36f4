/** Setup asks one question, "Which shop do you use?", whose answer brings the pixel and the orders. */
import { expect, test } from 'vitest'
import { readHomePage } from '#app/domain/sites/home-page/home-page.server.ts'
import { createGuardedFetch } from '#app/lib/web/guarded-fetch.server.ts'
import { action, loader } from '#app/routes/onboarding/onboarding.tsx'
import type { TestUser } from '../../support/makers.ts'
import {
  createConnectionWorld,
  type ConnectionWorld,
} from '../../support/integrations/connected-shop.ts'
import { serveOutside } from '../../support/outside-server.ts'
import { createWorld, type World } from '../../support/world.ts'

const ask = async (world: World, as: TestUser, query: string) => {
  const view = await loader(world.visit(`/onboarding${query}`, { as }))
  if (!('question' in view)) throw new Error('Another step is shown.')
  return view.question
}

const text = async ({ served, site }: ConnectionWorld, path: string) => {
  const response = await served.fetch(path, { headers: { Cookie: site.owner.cookie } })
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll('<!-- -->', '')
}

test.each(['install', 'nudge'])('the step %s begins with six shops and none', async (step) => {
  const world = await createWorld()
  const site = await world.site()

  expect(await ask(world, site.owner, `?step=${step}`)).toEqual({
    shops: [
      { name: 'shopify', service: 'Shopify' },
      { name: 'wordpress', service: 'WooCommerce' },
      { name: 'wix', service: 'Wix' },
      { name: 'bigcommerce', service: 'BigCommerce' },
      { name: 'magento', service: 'Magento' },
      { name: 'prestashop', service: 'PrestaShop' },
    ],
    chosen: null,
    found: null,
    answer: null,
  })
})

test.each([
  ['shopify', 'keys', '2 keys of an app that you create, about 10 minutes'],
  ['wordpress', 'approve', '1 approval, about 1 minute'],
  ['wix', 'keys', '4 values of an app that you create, about 15 minutes'],
  ['bigcommerce', 'keys', '3 values of an API account, about 5 minutes'],
  ['magento', 'keys', '4 keys, about 10 minutes'],
  ['prestashop', 'keys', '1 key, about 5 minutes'],
])('%s has one way, %s, with the work that it is', async (name, way, takes) => {
  const world = await createWorld()
  world.services.shopify = null
  const site = await world.site()

  const question = await ask(world, site.owner, `?step=install&shop=${name}`)

  expect(question).toMatchObject({ chosen: name, found: null })
  expect(question?.answer).toMatchObject({ name, way, takes, connected: null, app: null })
  expect(question?.answer?.orders).toContain('Orders of the last 60 days are read')
})

test('another shop, or none, leads to no connection, and an unknown answer is none', async () => {
  const world = await createWorld()
  const { owner } = await world.site()

  expect(await ask(world, owner, '?step=install&shop=other')).toMatchObject({
    chosen: 'other',
    answer: null,
  })
  expect(await ask(world, owner, '?step=install&shop=//evil.example')).toMatchObject({
    chosen: null,
    answer: null,
  })
})

test('the home page answers the question, and its owner can answer otherwise', async () => {
  const world = await createWorld()
  let page = '<meta name="generator" content="WooCommerce 9.3">'
  const { url, reaching } = await serveOutside((_request, response) => response.end(page))
  const site = await world.site({ url })
  const net = { ...world.services.net, fetch: createGuardedFetch(reaching) }
  const look = () => readHomePage({ ...world.services, net }, site.scope)

  await look()
  expect(await ask(world, site.owner, '?step=install')).toMatchObject({
    chosen: 'wordpress',
    found: 'WooCommerce',
    answer: { name: 'wordpress' },
  })
  expect(await ask(world, site.owner, '?step=install&shop=wix')).toMatchObject({
    chosen: 'wix',
    found: null,
  })

  page = '<script src="https://static1.squarespace.com/site.js"></script>'
  await look()
  expect(await ask(world, site.owner, '?step=nudge')).toMatchObject({
    chosen: 'other',
    answer: null,
  })
})

test('WooCommerce’s address is the site’s, and is asked for on the step', async () => {
  const world = await createConnectionWorld()

  const html = await text(world, '/onboarding?step=install&shop=wordpress')

  expect(html).toContain('1 approval, about 1 minute')
  expect(html).toMatch(new RegExp(`name="store"[^>]*value="${world.site.url}"`))
  expect(html).toContain('Continue to WooCommerce')
  // The pixel has the guide for this shop alone.
  expect(html).toContain('footer.php')
  expect(html).not.toContain('theme.liquid')
  expect(html).not.toContain('No developer needed')
})

test('connecting WooCommerce takes two presses in setup and one at the shop', async () => {
  const world = await createConnectionWorld()
  const { served, site, woo } = world
  const presses: string[] = []
  const open = async (name: string, path: string) => {
    presses.push(name)
    return text(world, path)
  }

  // The answer, then the button, whose form has the address already.
  const html = await open('WooCommerce', '/onboarding?step=install&shop=wordpress')
  const [, to = ''] = /action="(\/integrations\/wordpress\?[^"]*)"/.exec(html) ?? []
  presses.push('Continue to WooCommerce')
  const begun = await served.fetch(to.replaceAll('&amp;', '&'), {
    method: 'POST',
    headers: { Cookie: site.owner.cookie },
    body: new URLSearchParams({ way: 'approve', store: woo.url }),
  })
  const approveUrl = /http:[^"]*wc-auth[^"]*/.exec(await begun.text())?.[0] ?? ''
  presses.push('Approve')
  const approved = await fetch(approveUrl.replaceAll('&amp;', '&'), {
    method: 'POST',
    redirect: 'manual',
  })

  // Redirects go on without a press, back to the step that asked.
  const back = new URL(approved.headers.get('location') ?? '')
  const bounced = await served.fetch(back.pathname + back.search)
  const waiting = bounced.headers.get('refresh')?.replace('0; url=', '') ?? ''
  const done = await served.fetch(waiting, {
    headers: { Cookie: site.owner.cookie },
    redirect: 'manual',
  })
  expect(done.headers.get('location')).toBe('/onboarding?step=install')
  expect(await text(world, '/onboarding?step=install')).toContain('WooCommerce connected')
  expect(presses).toEqual(['WooCommerce', 'Continue to WooCommerce', 'Approve'])
})

test('where our app is registered, it is the first way to a shop', async () => {
  const world = await createWorld()
  expect(world.services.shopify).not.toBeNull()
  const { owner } = await world.site()

  expect((await ask(world, owner, '?step=install&shop=shopify'))?.answer).toMatchObject({
    app: { takes: '1 approval, about 2 minutes', url: '/shopify' },
    way: 'keys',
  })
  expect((await ask(world, owner, '?step=install&shop=wix'))?.answer).toMatchObject({ app: null })
})

test('a step that is left for later keeps the answer', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const skip = async (shop: string) => {
    const form = { intent: 'skip', step: 'install', shop }
    const answer = await action(world.visit('/onboarding', { as: owner, form }))
    return answer instanceof Response ? answer.headers.get('location') : answer
  }

  expect(await skip('magento')).toBe('/onboarding?step=nudge&shop=magento')
  expect(await skip('elsewhere&step=site')).toBe('/onboarding?step=nudge')
})
