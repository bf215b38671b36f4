/** A site with a published nudge, and its shop, whose product pages name pictures. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { pagePictures } from '#app/db/schema/index.ts'
import { readDuePictures } from '#app/domain/activities/page-pictures/read-due-pictures.server.ts'
import { storePurchase } from '../purchases.ts'
import { createWorld } from '../world.ts'
import { inNetworkOf, openPictureShop } from './picture-shop.ts'

/** A site whose published nudge shows orders, and the shop on the site's own host. */
export async function openNudgeShop() {
  const world = await createWorld()
  const shop = await openPictureShop()
  const services = inNetworkOf(shop, world.services)
  const site = await world.site({ url: shop.url })
  const nudge = await world.nudge(site)
  const served = await world.serve()

  const order = async (path: string | null, wanted: Parameters<typeof storePurchase>[2] = {}) => {
    const productUrl = path === null ? null : new URL(path, shop.url).href
    const id = await storePurchase(services, site, { productUrl, ...wanted })
    services.siteCache.invalidate(site.uuid)
    return id
  }
  const payload = async () =>
    (await (await served.fetch(`/api/pixel/${site.uuid}`)).json()) as PixelPayload
  const items = async () => (await payload()).nudges.flatMap((one) => one.items)
  const images = async () => (await items()).map(({ image }) => image)
  const rows = () =>
    services.db.system.select().from(pagePictures).orderBy(pagePictures.siteId, pagePictures.path)
  /** Pages are requested, the job runs, and what it stored. */
  const read = async () => {
    await payload()
    await readDuePictures(services)
    return rows()
  }
  const pass = (millis: number) => {
    world.clock.advance(millis)
    services.siteCache.invalidate(site.uuid)
  }
  return {
    world,
    shop,
    services,
    site,
    nudge,
    served,
    order,
    payload,
    items,
    images,
    rows,
    read,
    pass,
  }
}
