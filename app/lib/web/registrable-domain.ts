import { getDomain } from 'tldts'

/**
 * The domain that someone registered, of a host: `shop.oak.co.uk` belongs to `oak.co.uk`. Some services give names
 * to their customers, for example below `myshopify.com`, and each of these is a domain (publicsuffix.org, both of
 * its parts). A host without one, for example an IP address, is returned as it is.
 *
 * @param host in lower case and punycode, as `URL` writes it
 */
export const registrableDomain = (host: string): string =>
  getDomain(host, { allowPrivateDomains: true }) ?? host
