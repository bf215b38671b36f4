/** Valid site URLs, and the pages that belong to a site. Safe in the browser. */
import { z } from 'zod'
import { parseTypedAddress, parseWebAddress } from '#app/lib/web/web-address.ts'

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
  const url = parseTypedAddress(value)
  if (!url) return null
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
  const page = parseWebAddress(origin)
  return page !== null && bareHost(new URL(siteAddress)) === bareHost(page)
}

const bareHost = ({ host }: URL) => host.replace(/^www\./, '')

/** A page of the site by its path, as people type it or as one of its pages names it. */
export function pageByPath(siteAddress: string, path: string): URL | null {
  const url = parseWebAddress(path, { base: siteAddress })
  return url?.origin === new URL(siteAddress).origin ? url : null
}
