/** Sites in API responses, in the specification's field names. */
import { imageUrl } from '#app/domain/images/image-url.ts'
import { sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import { findCategory } from '#app/domain/sites/categories.ts'
import { installationCode } from '#app/domain/sites/site.ts'
import { topLevelDomain } from '#app/domain/sites/site-url.ts'
import type { Site } from '#app/domain/sites/sites.server.ts'
import type { SiteFacts } from '#app/presenters/site-facts.server.ts'
import type { Services } from '#app/services.ts'

const logoPixels = 256

export function describeSite(
  { config: { appUrl } }: Services,
  site: Site,
  { isOwner, boosts, integrations, shopSiteId, wixSiteId, stores }: SiteFacts,
) {
  const { id, uuid, name, url, pixelSeenAt, timeZone, logoId } = site
  const category = findCategory(site.category)
  const logo = sourceOfPhoto(logoId)
  const boost = boosts.get(uuid)
  return {
    uuid,
    name,
    url,
    top_level_domain: topLevelDomain(url),
    is_shopify: id === shopSiteId,
    // Tokens of Wix are made by call and never stored, so there is none to show, either.
    wix_token: id === wixSiteId,
    bigcommerce_store_id: stores.get(id)?.storeId ?? null,
    bigcommerce_access_token: stores.get(id)?.hasToken ?? false,
    pixel_seen_at: pixelSeenAt,
    has_pixel: pixelSeenAt !== null,
    pixel_url: new URL('/js/pixel.library.js', appUrl).href,
    installation_code: installationCode(appUrl, uuid),
    site_category_id: category?.id ?? null,
    site_category_identity: category?.identity ?? null,
    site_category: category,
    time_zone: timeZone,
    logo_url: logo === null ? null : new URL(imageUrl(logo, logoPixels, 1), appUrl).href,
    integrations: integrations.get(id) ?? [],
    visitor_boost: isOwner ? (boost?.units ?? 0) : null,
    visitor_boost_expires_at: isOwner ? (boost?.expiresAt ?? null) : null,
  }
}
