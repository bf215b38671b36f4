/**
 * Which hosts are push services. A page can send any endpoint, and every message goes there. Safe in the
 * browser.
 */

/** Name for screens, and the hosts that its browsers get endpoints at. */
type KnownService = { name: string; hosts: readonly string[] }

/**
 * Sources: Chrome at FCM and Firefox at autopush (https://github.com/web-push-libs/webpush-java/wiki/Endpoints,
 * https://mozilla-services.github.io/autopush-rs/http.html); Edge at WNS
 * (https://learn.microsoft.com/windows/apps/design/shell/tiles-and-notifications/firewall-allowlist-config);
 * Safari at Apple
 * (https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers).
 *
 * A leading dot means any host below.
 */
const knownServices: readonly KnownService[] = [
  { name: 'Google (FCM)', hosts: ['fcm.googleapis.com'] },
  { name: 'Mozilla', hosts: ['.push.services.mozilla.com'] },
  { name: 'Microsoft (WNS)', hosts: ['.notify.windows.com'] },
  { name: 'Apple', hosts: ['.push.apple.com'] },
]

/** The service's name, otherwise the host itself. */
export const nameOfService = (host: string): string =>
  knownServices.find(({ hosts }) => hosts.some((one) => isHost(host, one)))?.name ?? host

/**
 * @param host in lower case, with a port that isn't the usual one
 * @param extra hosts that the site's owner added
 */
export const isPushService = (host: string, extra: readonly string[]): boolean =>
  knownServices.some(({ hosts }) => hosts.some((one) => isHost(host, one))) || extra.includes(host)

const isHost = (host: string, known: string) =>
  known.startsWith('.') ? host.endsWith(known) : host === known
