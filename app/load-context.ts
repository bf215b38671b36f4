/** Context of every loader and action, from the HTTP server. */
import type { Platform, Visit } from '#app/platforms/platform.ts'
import type { Refusal } from './lib/errors.ts'
import type { Services } from './services.ts'

declare module '@remix-run/node' {
  interface AppLoadContext {
    services: Services
    /** Platform of the request, which authenticates the person. */
    platform: Platform
    /** Filled by the platform's authentication, for the answer. */
    visit: Visit
    /** CSP nonce of this response's scripts. */
    nonce: string
    /** Appears in logs, in the X-Request-Id header and on the error page. */
    requestId: string
    clientAddress: string
    /** Requested by Remix' own client instead of the browser: statuses instead of redirects. */
    isDataRequest: boolean
    /**
     * Why there is no screen: the URL can't be routed, or what answers at it has none. The error page
     * shows it, without scripts, because they would read the URL again.
     */
    refusal?: Refusal
  }
}
