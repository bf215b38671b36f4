/** The product in the dashboards of sites in Wix, next to its other platforms. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { teamMembers, users } from '#app/db/schema/index.ts'
import { openWixSite } from '#app/domain/lifecycle/wix/open-site.server.ts'
import { openFrameSession } from '#app/domain/shops/tenants/frame-sessions.server.ts'
import { wix } from '#app/platforms/wix/wix.server.ts'
import { tenantOf } from '../../support/framed/framed-world.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWixWorld, type WixWorld } from '../../support/wix/wix-world.ts'
import type { World } from '../../support/world.ts'
import { testPlatform } from './platform-battery.ts'

/** The same in each world, since addresses are made without one. */
const instanceId = 'c0ffee00-7a42-4f6e-9f0b-2f6a8f6b8d11'

const worlds = new WeakMap<World, WixWorld>()
const tokens = new WeakMap<TestUser, string>()

const isOf = ({ id }: TestUser) => eq(teamMembers.userId, id)

testPlatform({
  platform: wix,
  foreign: [
    new Request('http://footfall.test/'),
    new Request(`http://footfall.test/wix/pricing?instance=a.b`),
    new Request('http://footfall.test/?instance=a.b'),
    new Request(`http://footfall.test/?shell=bigcommerce&tenant=${instanceId}`),
    new Request('http://footfall.test/account/general', { headers: { Cookie: 'token=abc' } }),
    new Request('http://footfall.test/?shop=linen.myshopify.com&host=abc&embedded=1'),
    new Request('http://footfall.test/goals.data', { headers: { Authorization: 'Bearer a.b.c' } }),
    new Request('http://footfall.test/wix/auth/dashboard?instance=a.b', {
      headers: { Authorization: 'Bearer a.b.c' },
    }),
  ],
  at: (path) => `${path}?shell=wix&tenant=${instanceId}`,
  async createWorld() {
    const world = await createWixWorld()
    world.wix.install(instanceId)
    worlds.set(world, world)
    return world
  },
  async addPerson(world, wanted) {
    const { app, services } = worlds.get(world) ?? {}
    if (!app || !services) throw new Error('Not a world with Wix.')
    const opened = await openWixSite(services, app, { instanceId, personId: randomUUID() })
    if ('refused' in opened) throw new Error(opened.refused)
    const { userId } = opened
    // Wix names no address, and screens show none that was invented.
    const changed = { email: `person${String(userId)}@linen.example`, ...wanted }
    await services.db.system.update(users).set(changed).where(eq(users.id, userId))
    const session = await openFrameSession(services, { ...tenantOf('wix', instanceId), userId })
    if ('refused' in session) throw new Error(session.refused)
    const { name, email, isVerified } = session.account
    const person = { id: userId, name, email, isVerified, password: '', cookie: '' }
    tokens.set(person, session.pass.token)
    return person
  },
  headersOf: (person) => ({ Authorization: `Bearer ${tokens.get(person) ?? ''}` }),
  forgeries(person, world) {
    const token = tokens.get(person) ?? ''
    const instance = worlds.get(world)?.wix.admin.sign(instanceId) ?? ''
    return [
      { Cookie: `token=${token}` },
      { Authorization: `Basic ${token}` },
      { Authorization: `Bearer ${instance}` },
      { Authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}` },
      { Authorization: `Bearer ${token.replace('-wix-', '-bigcommerce-')}` },
      { Authorization: `Bearer ${token}`, 'Sec-Fetch-Site': 'cross-site' },
    ]
  },
  revoke: ({ services: { db } }, person) => db.system.delete(teamMembers).where(isOf(person)),
  ancestors: () => 'https://manage.wix.com https://*.wix.com',
  unprovenAncestors: "'none'",
  loginStatus: 302,
})
