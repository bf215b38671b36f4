/** Where webhooks may be sent. Who answers there is checked each time one is sent. */
import { isIP } from 'node:net'
import type { Config } from '#app/config.server.ts'
import { refuseField } from '#app/lib/errors.ts'
import { isPublicAddress } from '#app/lib/web/public-address.server.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'

type Field = 'url' | 'target_url'

/**
 * The URL in its normal form.
 *
 * @param field that has it, for the message
 * @throws Refusal `invalid`
 */
export function endpointUrl(
  { webhookReceiver }: Pick<Config, 'webhookReceiver'>,
  given: string,
  field: Field,
): string {
  const insecure = 'Use a URL that starts with https://.'
  if (!/^\s*https?:\/\//i.test(given)) throw refuseField(field, insecure)
  const url = parseWebAddress(given)
  if (!url) throw refuseField(field, 'Remove the user name and password from the URL.')
  url.hash = ''
  if (url.origin === webhookReceiver) return url.href
  if (url.protocol !== 'https:') throw refuseField(field, insecure)
  if (!['', '8443'].includes(url.port)) throw refuseField(field, 'Use port 443 or 8443.')
  if (!isPublicHost(url.hostname)) throw refuseField(field, 'Use a URL on a public server.')
  return url.href
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/(?:^|\.)(?:localhost|local|internal)\.?$/.test(host)
}
