/** The product in Shopify's admin, by session tokens. */
import { eq } from 'drizzle-orm'
import { teamMembers } from '#app/db/schema/index.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { shopify } from '#app/platforms/shopify/shopify.server.ts'
import { sessionClaims, signToken } from '#workshop/doubles/shopify-server.ts'
import {
  createShopifyWorld,
  frameQuery,
  linen,
  type ShopifyWorld,
} from '../../support/shopify/shopify-world.ts'
import type { World } from '../../support/world.ts'
import { testPlatform } from './platform-battery.ts'

const worlds = new WeakMap<World, ShopifyWorld>()
const staffIds = new Map<number, string>()
let count = 0

const claimsOf = (world: World, id: number) =>
  sessionClaims(linen, staffIds.get(id) ?? '', world.clock.now())

testPlatform({
  platform: shopify,
  foreign: [
    new Request('http://footfall.test/'),
    new Request('http://footfall.test/shopify'),
    new Request(`http://footfall.test/shopify?shop=${linen}`),
    new Request('http://footfall.test/account/general', { headers: { Cookie: 'token=abc' } }),
    new Request('http://footfall.test/api/user', { headers: { Authorization: 'Bearer abc_-1' } }),
  ],
  at: (path) => `${path}?${frameQuery(linen)}`,
  async createWorld() {
    const world = await createShopifyWorld()
    worlds.set(world, world)
    return world
  },
  async addPerson(world, wanted) {
    const shopifyWorld = worlds.get(world)
    if (!shopifyWorld) throw new Error('Not a world with Shopify.')
    const id = String((count += 1))
    const [first_name = 'Person', last_name = id] = (wanted?.name ?? `Person ${id}`).split(' ')
    const staff = shopifyWorld.shopify.addStaff(shopifyWorld.shop, { id, first_name, last_name })
    const visited = await visitShop(world.services, {
      token: shopifyWorld.tokenOf(staff),
      shop: linen,
    })
    if (!('account' in visited)) throw new Error(visited.refused)
    const { account } = visited
    staffIds.set(account.id, id)
    const { id: userId, name, email, isVerified } = account
    return { id: userId, name, email, isVerified, password: '', cookie: '' }
  },
  headersOf: ({ id }, world) => ({ Authorization: `Bearer ${signToken(claimsOf(world, id))}` }),
  forgeries({ id }, world) {
    const claims = claimsOf(world, id)
    const token = signToken(claims)
    const [head = '', body = '', signature = ''] = token.split('.')
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
    const forged = [
      `${unsigned}.${body}.`,
      `${unsigned}.${body}.${signature}`,
      `${head}.${body}.${signature.slice(1)}A`,
      signToken(claims, { secret: 'another secret of another app' }),
      signToken(claims, { head: { alg: 'HS512', typ: 'JWT' } }),
      signToken({ ...claims, aud: 'another-app' }),
      signToken({ ...claims, aud: undefined }),
      signToken({ ...claims, sub: undefined }),
      signToken({ ...claims, sub: 'a person' }),
      signToken({ ...claims, dest: 'https://wool.myshopify.com' }),
      signToken({ ...claims, iss: 'https://wool.myshopify.com/admin' }),
      signToken({ ...claims, dest: 'https://evil.example/x.myshopify.com' }),
      signToken({ ...claims, exp: Number(claims['iat']) - 11 }),
      signToken({ ...claims, exp: undefined }),
      signToken({ ...claims, nbf: Number(claims['iat']) + 86_400 }),
    ]
    return [
      ...forged.map((one) => ({ Authorization: `Bearer ${one}` })),
      { Cookie: `token=${token}` },
      { Cookie: `id_token=${token}` },
      { Authorization: `Basic ${token}` },
    ]
  },
  revoke: ({ services: { db } }, { id }) =>
    db.system.delete(teamMembers).where(eq(teamMembers.userId, id)),
  // The double's pages frame those of every shop.
  ancestors: (world) => worlds.get(world)?.shopify.url ?? '',
  unprovenAncestors: "'none'",
  loginStatus: 302,
})
