/** The scopes behind a shop's row, for what Shopify sends and for its visits. */
import { provenSite, provenTeam } from '#app/domain/prove-scope.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'

/** @param shop as it was read from `shops` */
export const teamOfShop = (shop: { teamId: number }): TeamScope => provenTeam(shop.teamId)

/** @param site as it was read from `sites`, joined with its shop */
export const siteOfShop = (site: {
  teamId: number
  id: number
  uuid: string
  timeZone: string
}): SiteScope => provenSite(provenTeam(site.teamId), site)
