/** Names of the products that pages report by id. */
import { and, inArray } from 'drizzle-orm'
import { products } from '#app/db/schema/products.ts'
import type { Services } from '#app/services.ts'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { sourceOfPath } from '#app/domain/images/image-source.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

type Known = { name: string; image: ImageSource | null }

/** Unknown products keep the id that pages use. */
export async function readProductNames(
  { db, security: { secrets } }: Services,
  site: SiteScope,
  members: readonly string[],
): Promise<(member: string) => Known> {
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({ id: products.externalId, title: products.title, image: products.image })
      .from(products)
      .where(and(inSite(products, site), inArray(products.externalId, [...members]))),
  )
  const known = new Map<string, Known>(
    rows.map(({ id, title, image }) => [id, { name: title, image: sourceOfPath(secrets, image) }]),
  )
  return (member) => known.get(member) ?? { name: member || 'Other products', image: null }
}
