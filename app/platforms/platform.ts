/**
 * The server's part of a platform, where the product is opened: directly, or inside the admin of a
 * shop system. The browser's part is in `hosts.ts` and `shells.ts`, by the same name, so neither
 * part is sent where it doesn't belong. Each platform passes the tests of
 * tests/product/platform/platform-battery.ts.
 */
import type { Config } from '#app/config.server.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import type { FramePass } from '#app/domain/shops/tenants/frame-sessions.server.ts'
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
   *
   * @param visit what it leaves for the rest of the answer
   */
  authenticate: (
    request: Request,
    services: Services,
    visit?: Visit,
  ) => Promise<Account | Response | null>

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

/** One request on its way to its answer. */
export type Visit = {
  /** The page's new pass, where the address proved the person. Absent: it has one, or gets none. */
  pass?: FramePass
  /** The person or token that was recognized, for the log of refused requests. */
  actor?: { userId: number } | { tokenId: number }
}

/**
 * The server's part of a platform in a frame. Browsers keep no cookies there, so none is set and
 * none is read.
 */
export type Frame = {
  /** The start of the document's head: the admin's own script, or what ours goes on with. */
  head: (config: Config, visit: Visit) => DocumentHead
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
  /** A session of ours, where the admin has no script that proves each request. Absent: it has one. */
  session?: FrameSession
}

/** The session of a page in the frame of an admin without a script of its own. */
type FrameSession = {
  /**
   * Exchanges the proof in a document’s address. Asked before any route, since pages that authenticate no one
   * would keep it there.
   *
   * @returns a redirect; null: the address has no proof, and the routes answer
   */
  enter: (request: Request, services: Services) => Promise<Response | null>
  /**
   * A new pass for a page whose token is about to end. Null: the session is over.
   *
   * @param ticket of a page that has no token, as after an error page; null: it has one
   */
  renew: (request: Request, services: Services, ticket: string | null) => Promise<FramePass | null>
  /** Where the app is opened in the admin of the tenant that the request claims. Null: it isn't known. */
  admin: (request: Request, config: Config) => string | null
}

/** A request that is about to be answered. */
export type Answered = { request: Request; config: Config; nonce: string; visit: Visit }
