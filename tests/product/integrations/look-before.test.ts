/** A shop's address is looked at before its owner's browser is sent there. docs/threats.md T102 */
import { expect, test } from 'vitest'
import { connections } from '#app/db/schema/index.ts'
import { beginApproval } from '#app/domain/connections/connect.server.ts'
import {
  createConnectionWorld,
  wordpress,
  type ConnectionWorld,
} from '../../support/integrations/connected-shop.ts'
import { wooRefusal } from '#workshop/doubles/shops/woo-server.ts'

const asker = { account: 'owner@shop.example', address: '192.0.2.1' }

const begin = ({ services, site, served, woo }: ConnectionWorld, store = woo.url) =>
  beginApproval(services, site.scope, {
    integration: wordpress(),
    given: { store },
    returnUrl: () => served.baseUrl,
    asker,
  })

const stored = ({ services }: ConnectionWorld) => services.db.system.$count(connections)

/** The sentence at the address' field, after which nothing of the connection stays. */
async function sentenceFor(world: ConnectionWorld, store?: string): Promise<string> {
  const begun = await begin(world, store)
  if (begun.ok) throw new Error('The owner would be sent there.')
  expect(begun.errors.form).toBeNull()
  expect(await stored(world)).toBe(0)
  return begun.errors.fields['store'] ?? ''
}

test('one request without credentials asks for the root of the shop’s REST API', async () => {
  const world = await createConnectionWorld()

  expect(await begin(world)).toMatchObject({ ok: true })

  const [look, ...others] = world.woo.seen
  expect(others).toEqual([])
  expect(look).toMatchObject({ method: 'GET', path: '/wp-json/' })
  expect(look?.headers.authorization).toBeUndefined()
  expect(look?.query.toString()).toBe('_fields=namespaces')
})

test('WordPress without WooCommerce, and a site that isn’t WordPress, are named', async () => {
  const world = await createConnectionWorld()

  world.woo.answers.set('GET /wp-json/', { namespaces: ['oembed/1.0', 'wp/v2'] })
  expect(await sentenceFor(world)).toContain('We didn’t find WooCommerce at this address')
  world.woo.answers.clear()
  world.woo.failNext({ status: 404, text: 'Not found', type: 'text/plain' })
  expect(await sentenceFor(world)).toContain('We didn’t find WooCommerce at this address')
})

test('a REST API that is closed to strangers is no reason against the approval', async () => {
  const world = await createConnectionWorld()
  world.woo.failNext(wooRefusal(401, 'rest_not_logged_in'))

  expect(await begin(world)).toMatchObject({ ok: true })
})

test.each([
  ['a shop that is offline', 'hang up', /^We couldn’t reach 127\.0\.0\.1\./],
  ['a firewall', 'firewall', /^A web page answers in place of the service/],
  ['a maintenance page', 'html', /^A web page answers in place of the service/],
  [
    'a plain refusal',
    { status: 403, text: 'No', type: 'text/plain' },
    /requests are refused by 127/,
  ],
  ['a body without an end', 'endless', /./],
] as const)('%s is explained at the field', async (_name, fault, sentence) => {
  const world = await createConnectionWorld()
  world.woo.failNext(fault)

  expect(await sentenceFor(world)).toMatch(sentence)
})

test('a redirect to another address isn’t followed', async () => {
  const world = await createConnectionWorld()
  world.woo.failNext({ status: 302, headers: { Location: 'http://169.254.169.254/latest/' } })

  expect(await sentenceFor(world)).toContain('redirects to another one')
})

test.each([
  'http://localhost:4590',
  'localhost:4590',
  'https://shop.localhost',
  'http://127.0.0.1',
  'https://10.0.0.5',
  'https://[::1]',
  'http://169.254.169.254',
  'https://nas.local',
])('%s is refused with its reason', async (store) => {
  const world = await createConnectionWorld()

  expect(await sentenceFor(world, store)).toMatch(/only works on your computer or in your network/)
  expect(world.woo.seen).toEqual([])
})

test('an address without encryption is refused with another reason', async () => {
  const world = await createConnectionWorld()

  expect(await sentenceFor(world, 'http://shop.example')).toContain('starts with https://')
})

test('looks are limited, and the screen says so', async () => {
  const world = await createConnectionWorld()
  const { served, site, woo } = world
  const press = () =>
    served.fetch('/integrations/wordpress', {
      method: 'POST',
      headers: { Cookie: site.owner.cookie },
      body: new URLSearchParams({ way: 'approve', store: woo.url }),
    })

  for (let count = 0; count < 10; count += 1) expect((await press()).status).toBe(200)
  const refused = await press()

  expect(refused.status).toBe(429)
  expect(woo.seen).toHaveLength(10)
  expect(await refused.text()).toContain(woo.url)
})
