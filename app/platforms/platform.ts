/**
 * The server's part of a platform, where the product is opened: directly, or inside the admin of a
 * shop system. The browser's part is in `hosts.ts` and `shells.ts`, by the same name, so neither
 * part is sent where it doesn't belong. Each platform passes the tests of
 * tests/product/platform/platform-battery.ts.
 */
import type { Config } from '#app/config.server.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import type { Services } from '#app/services.ts'
import type { DocumentHead } from './document-head.tsx'
import type { PlatformName } from './platform-name.ts'

export type Platform = {
  name: PlatformName

  /** Whether the product is configured for it; absent: always. */
  isAvailable?: (config: Config) => boolean

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

  /**
   * The pages that may frame the answer, as the header names them, errors included: of the shop that the
   * request proves. An answer that shows nothing of anyone can do with the shop that the address claims:
   * a frame that reloads has no proof until it has asked for one, and what it gets first has to appear.
   */
  frameAncestors: (
    request: Request,
    services: Services,
    answer: Pick<Response, 'status'>,
  ) => Promise<string> | string

  /** Absent: the product is the top page. */
  frame?: Frame
}

/**
 * The server's part of a platform in a frame. Browsers keep no cookies there, so none is set and
 * none is read.
 */
export type Frame = {
  /** The start of the document's head: the admin's own script. */
  head: (config: Config) => DocumentHead
  /** Origins of scripts that run in the frame in addition to ours. */
  scripts: (config: Config) => readonly string[]
  /** Origins that those scripts send to. */
  connections: (config: Config) => readonly string[]
  /** Path for browsers' reports, while most of the content policy only reports; null: all of it blocks. */
  reportTo: (config: Config) => string | null
  /** Nonce of the answer's scripts, where it has to be the same in two answers; null: any. */
  nonce: (request: Request, services: Services) => string | null
  /** The answer to a request that no route gets; null: the routes answer. */
  respond: (request: Request) => Response | null
  /** Headers of every answer, in addition to those that all platforms have. */
  headers: (request: Request, config: Config) => Readonly<Record<string, string>>
  /** An answer that works in the frame, in place of the route's. */
  finish: (answer: Response, about: Answered) => Response
  /** For people who just deleted their account: any other page would create one for them again. */
  farewell: string
  /** Opens an address at the top, in place of the shop's admin. */
  leave: (url: string, about: Answered) => Response
}

/** A request that is about to be answered. */
export type Answered = { request: Request; config: Config; nonce: string }
