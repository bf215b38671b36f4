/** Loads the site's page like a visitor's browser, and reports step by step what it found. */
import type { OutsideHead } from '#app/lib/web/guarded-opener.server.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { findPixel, type FoundInPage, type PixelTag } from './find-pixel.ts'
import { loadPage, type PageIssue } from '#app/lib/web/load-page.server.ts'
import { findPolicyIssues, type PolicyIssue } from './page-policy.ts'
import { pageByPath } from './site-url.ts'
import type { Site } from './sites.server.ts'

/** The findings. Null: could not be checked. */
export type PixelCheck = {
  /** The requested URL, and the final one. */
  asked: string
  answered: string | null
  status: number | null
  page: 'answers' | PageIssue
  script: 'found' | 'missing' | 'commented-out' | 'own-host' | 'other-server' | null
  uuid: 'right' | 'other' | 'missing' | null
  policy: 'allows' | 'none' | PolicyIssue[] | null
  at: Date
}

const limits = { maxBytes: 3_000_000, maxMillis: 12_000 }

type PixelCheckRequester = {
  /** Email address of the person who checks. */
  account: string
  address: string
}

/**
 * @param path of the page, with a leading slash
 * @throws Refusal `too_many`; `invalid` at `path` when it leads to another host
 */
export async function verifyPixel(
  services: Services,
  { site, asker }: { site: Pick<Site, 'url' | 'uuid'>; asker: PixelCheckRequester },
  path = '/',
): Promise<PixelCheck> {
  const {
    config,
    now,
    security: { rateLimits },
    net,
  } = services
  await rateLimits.consume('verify', asker.account, asker.address)

  const asked = pageByPath(site.url, path)?.href
  if (asked === undefined) throw refuseField('path', 'Enter a path of your site, like /products.')
  const { head: response, html } = await loadPage(net, asked, limits)
  const about = {
    asked,
    answered: response?.address ?? null,
    status: response?.status ?? null,
    at: now(),
  }
  if (typeof html !== 'string') {
    return { ...about, page: html.why, script: null, uuid: null, policy: null }
  }

  const address = response?.address ?? asked
  const found = await findPixel(html, address)
  const pixelOrigin = new URL(config.appUrl).origin
  const ours = found.tags.filter(({ origin, isCopy }) => origin === pixelOrigin && !isCopy)
  const policies = { headers: headerPolicies(response), metas: found.policies }
  const hasPolicy = policies.headers.length + policies.metas.length > 0
  const page = { address, pixelOrigin, nonce: ours[0]?.nonce ?? null }
  const faults = findPolicyIssues(policies, page)
  return {
    ...about,
    page: 'answers',
    script: ours.length > 0 ? 'found' : missingOf(found, new URL(address).origin),
    uuid: uuidOf(ours, site.uuid),
    policy: !hasPolicy ? 'none' : faults.length === 0 ? 'allows' : faults,
  }
}

function missingOf({ tags, isCommentedOut }: FoundInPage, pageOrigin: string) {
  if (isCommentedOut) return 'commented-out'
  if (tags.some(({ origin }) => origin === pageOrigin)) return 'own-host'
  return tags.length > 0 ? 'other-server' : 'missing'
}

/** Only the first element runs. Others notice it and do nothing. */
function uuidOf([first]: readonly PixelTag[], uuid: string): PixelCheck['uuid'] {
  if (!first) return null
  if (first.uuid === null || first.uuid === '') return 'missing'
  return first.uuid.toLowerCase() === uuid ? 'right' : 'other'
}

function headerPolicies(answer: OutsideHead | null): string[] {
  const value = answer?.headers['content-security-policy']
  return value === undefined ? [] : [value].flat()
}
