/** The site's reviews as its visitors read them now, one at a time or as their average. */
import type { PixelItem, PixelPayload } from '#app/contract/pixel.ts'
import type { ConnectionWorld } from './connected-shop.ts'

/** Items of the site's published nudges, as its pages receive them. */
export async function readShown({ served, site }: ConnectionWorld): Promise<PixelItem[]> {
  const response = await served.fetch(`/api/pixel/${site.uuid}`)
  const { nudges } = (await response.json()) as PixelPayload
  return nudges.flatMap(({ items }) => items)
}
