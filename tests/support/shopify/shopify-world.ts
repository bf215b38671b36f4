/** A world with a double of Shopify, and the requests of its admin. */
import { onTestFinished, vi } from 'vitest'
import {
  sessionClaims,
  signToken,
  startShopifyServer,
  type DoubleShop,
  type DoubleStaff,
  type ShopifyServer,
} from '#workshop/doubles/shopify-server.ts'
import { createWorld, type World } from '../world.ts'

export type ShopifyWorld = World & {
  shopify: ShopifyServer
  /** The double's shop `linen`, whose owner is `owner`. */
  shop: DoubleShop
  owner: DoubleStaff
  /** A session token that is valid now. */
  tokenOf: (staff: DoubleStaff, shop?: DoubleShop) => string
  /** Header that App Bridge adds to the page's requests. */
  bearerOf: (staff: DoubleStaff, shop?: DoubleShop) => { Authorization: string }
  /** An address as the admin opens it in the frame. */
  documentOf: (path: string, staff: DoubleStaff, shop?: DoubleShop) => string
}

export const linen = 'linen.myshopify.com'

/** The query of every page in the admin of a shop, without a token. */
export const frameQuery = (shop: string, { origin = 'https://admin.shopify.com' } = {}): string => {
  const admin = `${new URL(origin).host}/store/${shop.slice(0, shop.indexOf('.'))}`
  const host = Buffer.from(admin).toString('base64')
  return new URLSearchParams({ shop, host, embedded: '1' }).toString()
}

/** @param environment changes of the variables */
export async function createShopifyWorld(
  environment: Record<string, string> = {},
): Promise<ShopifyWorld> {
  let now = () => new Date()
  const shopify = await startShopifyServer(() => now())
  onTestFinished(shopify.stop)
  const world = await createWorld({
    environment: { SHOPIFY_DOUBLE_URL: shopify.url, ...environment },
  })
  const { clock } = world
  now = clock.now
  keepSystemTime(world)

  const shop = shopify.shop({ domain: linen, name: 'Linen & Co' })
  const owner = shopify.addStaff(shop, {
    id: '548380009',
    first_name: 'Olive',
    last_name: 'Owner',
    email: 'olive@linen.example',
    account_owner: true,
  })
  const tokenOf = (staff: DoubleStaff, of = shop) =>
    signToken(sessionClaims(of.domain, staff.id, clock.now()))
  return {
    ...world,
    shopify,
    shop,
    owner,
    tokenOf,
    bearerOf: (staff, of) => ({ Authorization: `Bearer ${tokenOf(staff, of)}` }),
    documentOf: (path, staff, of = shop) =>
      `${path}?${frameQuery(of.domain, { origin: shopify.url })}&id_token=${tokenOf(staff, of)}`,
  }
}

/** Shopify's library reads the system's time, which has to be the world's. */
export function keepSystemTime({ clock }: World): void {
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { advance } = clock
  clock.advance = (millis) => {
    advance(millis)
    vi.setSystemTime(clock.now())
  }
}
