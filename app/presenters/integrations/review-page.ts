/** Whether a connection's page of reviews is the site's, and what its owner can do. Safe in the browser. */
import type { StoredPageProof } from '#app/db/schema/connections.ts'
import type { AnyIntegration } from '#app/integrations/integration.ts'

export type ReviewPageView = {
  /** The page as visitors open it. */
  page: string
  /** The site's home page, without its scheme. */
  siteHost: string
  /** Null: it was never checked. */
  checkedAt: Date | null
  isProved: boolean
  /** How it was proven, or what the last check found, in a sentence. */
  sentence: string
  /** Ways to prove it, as steps. Empty: it is proven, or can't be. */
  ways: {
    link: boolean
    code: string | null
    /** Reviews that are read, the newest of the page: an answer to another one isn't seen. */
    newest: number
    /** The page names another website, and its owner can change that. */
    website: boolean
  }
}

type Facts = {
  integration: AnyIntegration
  settings: Record<string, unknown>
  siteUrl: string
  proof: StoredPageProof | null
  /** The site's code for an answer. */
  code: string
  /** How many reviews the plan includes. */
  reviewsLimit: number
  service: string
}

/** Null: only the owner of the reviews can connect them. */
export function reviewPageView(facts: Facts): ReviewPageView | null {
  const { integration, settings, siteUrl, proof, code, reviewsLimit, service } = facts
  const rules = integration.reviews?.page
  if (!rules) return null
  const siteHost = new URL(siteUrl).host
  const known = proof?.siteUrl === siteUrl ? proof : null
  const isOther = known !== null && known.proof === null && known.website !== null
  return {
    page: rules.addressOf(settings),
    siteHost,
    checkedAt: known ? new Date(known.checkedAt) : null,
    isProved: known !== null && known.proof !== null,
    sentence: sentenceOf(known, { siteHost, service }),
    ways: {
      link: rules.isLink !== undefined && !isOther,
      code: rules.hasAnswers ? code : null,
      newest: reviewsLimit,
      website: isOther && rules.domainOf === undefined,
    },
  }
}

function sentenceOf(
  known: StoredPageProof | null,
  { siteHost, service }: { siteHost: string; service: string },
): string {
  if (known === null) return 'We check this page when we read its reviews for the first time.'
  switch (known.proof) {
    case 'domain':
      return `Your page on ${service} names ${known.website ?? siteHost}, so its reviews are yours.`
    case 'link':
      return `${siteHost} links to this page, so its reviews are yours.`
    case 'code':
      return 'You answered a review with your code, so its reviews are yours.'
    case null:
      if (known.website !== null) {
        return `This page names ${known.website}, so a link from ${siteHost} doesn’t prove that it’s yours.`
      }
      return known.isHomePageRead
        ? `${siteHost} doesn’t link to this page yet.`
        : `We couldn’t open ${siteHost}, so we couldn’t look for a link.`
  }
}
