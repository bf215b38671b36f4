/** The product in the frames of admins without a script: two of them next to the product's own platforms. */
import { and, eq } from 'drizzle-orm'
import { teamMembers } from '#app/db/schema/index.ts'
import type { FramedPlatform } from '#app/domain/shops/tenants/tenant-name.ts'
import { platforms } from '#app/platforms/registry.server.ts'
import { createFramedPlatform } from '../../support/framed/framing-admin.ts'
import { addMember, addStore, openStore, type Store } from '../../support/framed/framed-world.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'
import { testPlatform } from './platform-battery.ts'

const framed = [createFramedPlatform('wix'), createFramedPlatform('bigcommerce')]

const ancestors: Record<FramedPlatform, string> = {
  wix: 'https://manage.wix.com https://*.wix.com',
  bigcommerce: 'https://store-linen.mybigcommerce.com',
}

/** Requests of each platform, which the others don't claim. */
const requests = {
  standalone: () => [
    new Request('http://footfall.test/'),
    new Request('http://footfall.test/account/general', { headers: { Cookie: 'token=abc' } }),
    new Request('http://footfall.test/api/user', { headers: { Authorization: 'Bearer abc_-1' } }),
  ],
  shopify: () => [
    new Request('http://footfall.test/?shop=linen.myshopify.com&host=abc&embedded=1'),
    new Request('http://footfall.test/goals.data', { headers: { Authorization: 'Bearer a.b.c' } }),
  ],
  wix: () => framedRequests('wix'),
  bigcommerce: () => framedRequests('bigcommerce'),
}

const framedRequests = (name: FramedPlatform) => [
  new Request(`http://footfall.test/?shell=${name}&tenant=linen`),
  new Request('http://footfall.test/goals.data', {
    headers: { Authorization: `Bearer frame-${name}-abc` },
  }),
]

for (const platform of framed) {
  const name = platform.name as FramedPlatform
  const stores = new WeakMap<World, Store>()
  const tokens = new WeakMap<TestUser, string>()
  const storeOf = async (world: World): Promise<Store> => {
    const store =
      stores.get(world) ?? (await addStore(world, { platform: name, tenantId: 'linen' }))
    stores.set(world, store)
    return store
  }
  const others = Object.entries(requests).filter(([other]) => other !== name)

  testPlatform({
    platform,
    among: [...framed, ...platforms],
    foreign: others.flatMap(([, of]) => of()),
    at: (path) => `${path}?shell=${name}&tenant=linen`,
    createWorld,
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
      const other = name === 'wix' ? 'bigcommerce' : 'wix'
      return [
        { Cookie: person.cookie },
        { Cookie: `token=${token}` },
        { Authorization: `Basic ${token}` },
        { Authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}` },
        { Authorization: `Bearer ${token.replace(`-${name}-`, `-${other}-`)}` },
        { Authorization: `Bearer ${token.slice(0, -64)}` },
        { Authorization: `Bearer ${token}`, 'Sec-Fetch-Site': 'cross-site' },
        { Authorization: `Bearer ${token}`, 'Sec-Fetch-Site': 'same-site' },
      ]
    },
    async revoke(world, { id }) {
      const { teamId } = (await storeOf(world)).site.scope
      const theirs = and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, id))
      await world.services.db.system.delete(teamMembers).where(theirs)
    },
    ancestors: () => ancestors[name],
    unprovenAncestors: "'none'",
    loginStatus: 302,
  })
}
