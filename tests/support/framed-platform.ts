/**
 * A platform as shop systems have them: in a frame, with a token in each request, and no cookie. It
 * implements the same interface as the real ones, to prove that the interface fits more than one.
 */
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import type { Platform } from '#app/platforms/platform.ts'

/** The header that makes the frame's own script ask again, with a new token. */
export const retryHeader = 'X-Framed-Retry'

/** A token that the platform refuses to read: a new one is asked for. */
export const staleToken = 'stale'

const shopOf = (request: Request): string | null =>
  /^[a-z0-9-]+$/.exec(new URL(request.url).searchParams.get('shop') ?? '')?.[0] ?? null

export type FramedPlatform = Platform & {
  /** How often it was asked to authenticate. */
  asked: () => number
}

export function createFramedPlatform(): FramedPlatform {
  let asked = 0
  return {
    // Drawn by the shell that there is.
    name: 'standalone',
    claims: (request) => new URL(request.url).searchParams.has('framed'),
    async authenticate(request, services) {
      asked += 1
      const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
      if (token === staleToken) {
        return Response.json(
          { message: 'Ask again.' },
          { status: 401, headers: { [retryHeader]: '1' } },
        )
      }
      return token === undefined ? null : findSessionAccount(services, token)
    },
    frameAncestors(request) {
      const shop = shopOf(request)
      return shop === null ? "'none'" : `https://${shop}.shops.example`
    },
    asked: () => asked,
  }
}
