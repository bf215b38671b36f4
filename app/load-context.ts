/** What the HTTP server hands to every loader and action. */
import type { Services } from './services.ts'

declare module '@remix-run/node' {
  interface AppLoadContext {
    services: Services
    /** For this answer's scripts: the content security policy names it. */
    nonce: string
    /** Stands in the logs, in the X-Request-Id header and on the error page. */
    requestId: string
    clientAddress: string
    /** Asked for by Remix' own client instead of by the browser: statuses instead of redirects. */
    isDataRequest: boolean
  }
}
