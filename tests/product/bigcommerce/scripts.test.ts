/** The pixel on a store's storefront: added by the install, then repaired when the merchant asks for it. */
import { expect, test } from 'vitest'
import { teamMembers } from '#app/db/schema/index.ts'
import { connectStore } from '#app/domain/shops/stores/connect-store.server.ts'
import {
  createBigCommerceWorld,
  type Answer,
  type BigCommerceWorld,
} from '../../support/bigcommerce/bigcommerce-world.ts'
import { passIn } from '../../support/framed/framed-story.ts'

const pathOf = ({ location }: Answer) => location?.pathname

/** The merchant's press on the app's root page. */
const repair = ({ ask, services }: BigCommerceWorld, token: string, tenant = 'linen') =>
  ask(`/bc.data?shell=bigcommerce&tenant=${tenant}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Sec-Fetch-Dest': 'empty',
      'Sec-Fetch-Site': 'same-origin',
      Origin: services.config.appUrl,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: '',
  })

test('an install puts the pixel on the storefront and the order confirmation, each once', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, services } = world
  await world.setUp(store)
  await connectStore(services, { store: store.hash })

  for (const place of ['storefront', 'order_confirmation'] as const) {
    expect(bigcommerce.page(store, place)).toEqual([
      expect.stringMatching(
        /^<script async src="http:\/\/footfall\.test\/js\/pixel\.library\.js" data-site="[-\da-f]{36}"><\/script>$/,
      ),
    ])
  }
  for (const script of store.scripts.values()) {
    expect(script).toMatchObject({
      consent_category: 'analytics',
      auto_uninstall: true,
      kind: 'script_tag',
    })
  }
})

test('a script that the merchant deleted or turned off is shown, and comes back when they ask for it', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce } = world
  await world.setUp(store)
  expect(pathOf(await world.load(store))).toBe('/')
  const [first, second] = [...store.scripts.values()]
  store.scripts.delete(String(first?.['uuid']))
  Object.assign(second ?? {}, { enabled: false })

  const opened = await world.load(store)
  const page = await world.follow(opened)

  expect(pathOf(opened)).toBe('/bc')
  expect(page.html).toContain('Missing')
  expect(page.html).toContain('>Off<')
  expect(store.scripts.size).toBe(1)
  // A deep link shows it first as well.
  expect(pathOf(await world.load(store, { claims: { url: '/goals' } }))).toBe('/bc')
  expect((await repair(world, passIn(page).token)).status).toBe(200)
  expect(bigcommerce.page(store, 'storefront')).toHaveLength(1)
  expect(bigcommerce.page(store, 'order_confirmation')).toHaveLength(1)
  expect(pathOf(await world.load(store))).toBe('/')
})

test('no one repairs another store, nor without the right to change the site', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, services } = world
  const wool = bigcommerce.addStore('wool')
  await world.setUp(store)
  await world.setUp(wool)
  const { token } = passIn(await world.follow(await world.load(store)))
  store.scripts.clear()
  wool.scripts.clear()

  expect((await repair(world, token, 'wool')).status).toBe(401)
  expect((await repair(world, 'frame-bigcommerce-abc')).status).toBe(401)
  await services.db.system.update(teamMembers).set({ role: 'analyst' })
  expect((await repair(world, token)).status).toBe(403)
  expect([store.scripts.size, wool.scripts.size]).toEqual([0, 0])
})

test('a store that doesn’t answer opens as usual, and a refused repair says so', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce } = world
  await world.setUp(store)
  const { token } = passIn(await world.follow(await world.load(store)))
  bigcommerce.failAfter(0, { status: 503 })

  expect(pathOf(await world.load(store))).toBe('/')
  const answer = await repair(world, token)

  expect(answer.status).toBe(422)
  expect(answer.html).toContain('Your store didn’t accept the scripts')
})

test('outside of a control panel the root says where the app is', async () => {
  const world = await createBigCommerceWorld()
  const { ask, bigcommerce } = world

  const page = await ask('/bc', { headers: { 'Sec-Fetch-Dest': 'document' } })

  expect(page.status).toBe(200)
  expect(page.html).toContain('in your store’s control panel')
  expect(page.html).toContain(`${bigcommerce.url}/app/${bigcommerce.account.clientId}/install`)
  const post = await ask('/bc', {
    method: 'POST',
    headers: { Origin: world.services.config.appUrl },
  })
  expect(post.status).toBe(405)
})
