/** Says whether a visit of an address would reach a goal, as the server will judge it. Safe in the browser. */
import type { Goal } from './goal.ts'
import { matchesUrl } from './matches-url.ts'

export type UrlTest =
  | { isAddress: false }
  | {
      isAddress: true
      /** What the pixel reports of it. */
      path: string
      isReached: boolean
      /** Another host: its visits are kept apart and count for nothing. */
      foreignHost: string | null
    }

/** The pixel reports no longer path (app/pixel/page.ts). */
const longestPath = 512

/** @param siteAddress of the site, like `https://shop.example` */
export function testUrl(
  typed: string,
  goal: Pick<Goal, 'match' | 'pattern'>,
  siteAddress: string,
): UrlTest {
  const text = typed.trim()
  const address = /^[\w.-]+\.[a-z]{2,}(:\d+)?(\/|$)/i.test(text) ? `https://${text}` : text
  if (text === '' || !URL.canParse(address, siteAddress)) return { isAddress: false }

  const url = new URL(address, siteAddress)
  if (!/^https?:$/.test(url.protocol)) return { isAddress: false }
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
