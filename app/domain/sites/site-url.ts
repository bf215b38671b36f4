/** Valid site URLs, and the pages that belong to a site. Safe in the browser. */
import { z } from 'zod'

/** http is allowed, both on localhost and on the internet, where some shops still use it. */
export const siteUrl = z
  .string()
  .trim()
  .min(1, 'Enter your site’s URL.')
  .max(255, 'This URL is too long.')
  .transform((value, context) => {
    const url = normalizeSiteUrl(value)
    if (url) return url
    context.addIssue({
      code: 'custom',
      message: 'Enter a URL, for example https://shop.com.',
    })
    return z.NEVER
  })

/**
 * Normalizes scheme, host and port: lower-case, punycode, no path, no trailing dot. Assumes https
 * without a scheme. Null for anything that isn't a web URL.
 */
export function normalizeSiteUrl(value: string): string | null {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(value)
  const text = hasScheme ? value : `https://${value}`
  if (!URL.canParse(text)) return null

  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.username || url.password) return null
  const hostname = url.hostname.replace(/\.$/, '')
  const isName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(hostname)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (!isName && !isLocal) return null
  return `${url.protocol}//${hostname}${url.port ? `:${url.port}` : ''}`
}

/**
 * The last label of the host name, like "com" or "uk". Null for this machine, which has none.
 *
 * @param siteAddress normalized
 */
export function topLevelDomain(siteAddress: string): string | null {
  const labels = new URL(siteAddress).hostname.split('.')
  const last = labels.at(-1) ?? ''
  // Labels of an IP address are numbers.
  return labels.length > 1 && !/^\d+$/.test(last) ? last : null
}

/** "www." and the scheme don't matter, the port does. */
export function isPageOfSite(siteAddress: string, origin: string | null | undefined): boolean {
  if (origin === siteAddress) return true
  if (!origin || !URL.canParse(origin)) return false
  return bareHost(siteAddress) === bareHost(origin)
}

const bareHost = (address: string) => new URL(address).host.replace(/^www\./, '')
