/** The product in the control panels of BigCommerce. */
import { and, eq } from 'drizzle-orm'
import { teamMembers } from '#app/db/schema/index.ts'
import { bigcommerce } from '#app/platforms/bigcommerce/bigcommerce.server.ts'
import { addMember, addStore, openStore, type Store } from '../../support/framed/framed-world.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'
import { testPlatform } from './platform-battery.ts'

const stores = new WeakMap<World, Store>()
const tokens = new WeakMap<TestUser, string>()

async function storeOf(world: World): Promise<Store> {
  const known = stores.get(world)
  const store = known ?? (await addStore(world, { platform: 'bigcommerce', tenantId: 'linen' }))
  stores.set(world, store)
  return store
}

testPlatform({
  platform: bigcommerce,
  foreign: [
    new Request('http://footfall.test/'),
    new Request('http://footfall.test/bc'),
    new Request('http://footfall.test/account/general', { headers: { Cookie: 'token=abc' } }),
    new Request('http://footfall.test/?shop=linen.myshopify.com&host=abc&embedded=1'),
    new Request('http://footfall.test/goals.data', { headers: { Authorization: 'Bearer a.b.c' } }),
    new Request('http://footfall.test/bc/load', { headers: { Authorization: 'Bearer a.b.c' } }),
    new Request('http://footfall.test/?shell=wix&tenant=linen'),
    new Request('http://footfall.test/goals.data', {
      headers: { Authorization: 'Bearer frame-wix-abc' },
    }),
  ],
  at: (path) => `${path}?shell=bigcommerce&tenant=linen`,
  createWorld: () =>
    createWorld({
      environment: {
        BIGCOMMERCE_CLIENT_ID: 'bigcommerceclient0123456789',
        BIGCOMMERCE_CLIENT_SECRET: 'bigcommerce0app0secret0123456789',
        BIGCOMMERCE_APP_ID: '31415',
      },
    }),
  async addPerson(world, wanted) {
    const store = await storeOf(world)
    const person = await world.user(wanted)
    await addMember(world, store, person)
    tokens.set(person, (await openStore(world, store, person)).token)
    return person
  },
  headersOf: (person) => ({ Authorization: `Bearer ${tokens.get(person) ?? ''}` }),
  forgeries(person) {
    const token = tokens.get(person) ?? ''
    return [
      { Cookie: person.cookie },
      { Cookie: `token=${token}` },
      { Authorization: `Basic ${token}` },
      { Authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}` },
      { Authorization: `Bearer ${token.replace('-bigcommerce-', '-wix-')}` },
      { Authorization: `Bearer ${token.slice(0, -64)}` },
      { Authorization: `Bearer ${token}`, 'Sec-Fetch-Site': 'cross-site' },
    ]
  },
  async revoke(world, { id }) {
    const { teamId } = (await storeOf(world)).site.scope
    const theirs = and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, id))
    await world.services.db.system.delete(teamMembers).where(theirs)
  },
  ancestors: () => 'https://store-linen.mybigcommerce.com',
  unprovenAncestors: "'none'",
  loginStatus: 302,
})
