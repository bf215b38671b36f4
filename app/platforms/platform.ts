/**
 * What the server asks of a platform: where the product is opened directly, or inside the admin of a
 * shop system. The browser's part is in `hosts.ts` and `shells.ts`, by the same name, so that neither
 * part is sent where it does not belong. Each platform passes the tests of
 * tests/product/platform/platform-battery.ts.
 */
import type { Account } from '#app/domain/accounts/account.ts'
import type { Services } from '#app/services.ts'
import type { PlatformName } from './platform-name.ts'

export type Platform = {
  name: PlatformName

  /**
   * Whether the request comes from here. It is asked of every request, before anything is read: it
   * decides by address and headers alone, and proves nothing.
   */
  claims: (request: Request) => boolean

  /**
   * Who is asking; null is a person who is not logged in. A response goes out in place of the page's data:
   * a redirect, for example to an address that gets a new token, or a status and headers for the frame's
   * own script. A page to look at needs an address of its own.
   */
  authenticate: (request: Request, services: Services) => Promise<Account | Response | null>

  /** The pages that may frame the answer, as the header names them, errors included. */
  frameAncestors: (request: Request) => string
}
