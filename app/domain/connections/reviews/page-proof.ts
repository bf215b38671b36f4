/**
 * Whether a page of reviews is the site's. A login proves it. A public page has to name the site's domain, the
 * site has to link to the page, or the page's owner has to answer with a code that only this site has.
 */
import type { StoredPageProof } from '#app/db/schema/connections.ts'
import type { AnyIntegration } from '#app/integrations/integration.ts'
import { hourMillis } from '#app/lib/time.ts'
import { registrableDomain } from '#app/lib/web/registrable-domain.ts'
import { parseTypedAddress } from '#app/lib/web/web-address.ts'

/** The host of a website as services write it: with or without its scheme. Null: it is none. */
export const hostIn = (website: string | null): string | null =>
  website === null ? null : (parseTypedAddress(website.trim())?.hostname ?? null)

/** Subdomains belong to the same owner. */
export const isOfSite = (host: string | null, siteUrl: string): boolean =>
  host !== null && registrableDomain(host) === registrableDomain(new URL(siteUrl).hostname)

/** The page's address, or null when the integration has no page that anyone can connect. */
export const pageAddressOf = (
  { reviews }: AnyIntegration,
  settings: Record<string, unknown>,
): string | null => reviews?.page?.addressOf(settings) ?? null

export type Evidence = {
  siteUrl: string
  page: string
  /** Host of the website that the page names. */
  website: string | null
  /** Whether the site's home page links to it. Null: the home page couldn't be read. */
  hasLink: boolean | null
  /** An answer of the page's owner has the site's code. */
  hasCode: boolean
  at: Date
}

/**
 * Anyone can link to a page, so a link proves one that names no website, and never one that names another. An
 * answer proves both, because only the page's owner can give it.
 *
 * A code goes on proving the page when a link or the website did so meanwhile.
 *
 * An earlier proof holds for the same page, site and website alone: a page that names another website
 * now may have another owner. A home page that can't be read doesn't end what its link proved.
 */
export function decideProof(evidence: Evidence, before: StoredPageProof | null): StoredPageProof {
  const { siteUrl, page, website, hasLink, hasCode, at } = evidence
  const isSame =
    before !== null &&
    before.siteUrl === siteUrl &&
    before.page === page &&
    (before.website === null || before.website === website)
  const earlier = isSame ? before.proof : null
  const isLinked = website === null && (hasLink ?? earlier === 'link')
  const isCoded = hasCode || (isSame && (before.proof === 'code' || before.isCoded === true))
  const isNamed = isOfSite(website, siteUrl)
  return {
    checkedAt: at.toISOString(),
    siteUrl,
    page,
    website,
    proof: isNamed ? 'domain' : isLinked ? 'link' : isCoded ? 'code' : null,
    isHomePageRead: hasLink !== null,
    ...(isCoded ? { isCoded } : {}),
  }
}

/** A page that isn't proven is looked at more often, because its owner is about to change that. */
export function isCheckDue(
  before: StoredPageProof | null,
  { siteUrl, page, website, at }: Pick<Evidence, 'siteUrl' | 'page' | 'website' | 'at'>,
): boolean {
  const isOther = before?.siteUrl !== siteUrl || before.page !== page || before.website !== website
  if (isOther) return true
  const age = at.getTime() - Date.parse(before.checkedAt)
  return age >= (before.proof === null ? 6 : 22) * hourMillis
}
