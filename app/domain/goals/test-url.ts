/**
 * Tests whether a visit of a URL would reach a goal, exactly as the server counts it. Safe in the
 * browser.
 */
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import type { Goal } from './goal.ts'
import { matchesUrl } from './matches-url.ts'

export type UrlTest =
  | { isAddress: false }
  | {
      isAddress: true
      /** The path that the pixel reports. */
      path: string
      isReached: boolean
      /** Another host, whose visits are quarantined and don't count. */
      foreignHost: string | null
    }

/** The pixel reports no longer paths (app/pixel/page.ts). */
const longestPath = 512

/** @param siteAddress of the site, for example `https://shop.example` */
export function testUrl(
  typed: string,
  goal: Pick<Goal, 'match' | 'pattern'>,
  siteAddress: string,
): UrlTest {
  const text = typed.trim()
  const address = /^[\w.-]+\.[a-z]{2,}(:\d+)?(\/|$)/i.test(text) ? `https://${text}` : text
  const url = text === '' ? null : parseWebAddress(address, { base: siteAddress })
  if (!url) return { isAddress: false }
  const path = url.pathname.slice(0, longestPath)
  const isSiteHost = bareHost(url) === bareHost(new URL(siteAddress))
  return {
    isAddress: true,
    path,
    isReached: matchesUrl(path, goal),
    foreignHost: isSiteHost ? null : url.host,
  }
}

const bareHost = ({ host }: URL) => host.replace(/^www\./, '')
