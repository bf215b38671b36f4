/** What counts as a site's address, and which pages belong to it. Safe in the browser. */
import { z } from 'zod'

/** Loopback names may be plain http; the open internet may be too, since shops still are. */
export const siteUrl = z
  .string()
  .trim()
  .min(1, 'Enter the address of your site.')
  .max(255, 'This address is too long.')
  .transform((value, context) => {
    const url = normalizeSiteUrl(value)
    if (url) return url
    context.addIssue({
      code: 'custom',
      message: 'Enter an address like https://shop.com.',
    })
    return z.NEVER
  })

/**
 * Scheme, host and unusual port in one spelling: lower case, punycode, no path, no trailing dot.
 * Without a scheme https is meant. Null for anything that is no web address.
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

/** The same site with and without "www." in front; the scheme may differ, the port may not. */
export function isPageOfSite(siteAddress: string, origin: string | null | undefined): boolean {
  if (origin === siteAddress) return true
  if (!origin || !URL.canParse(origin)) return false
  return bareHost(siteAddress) === bareHost(origin)
}

const bareHost = (address: string) => new URL(address).host.replace(/^www\./, '')
