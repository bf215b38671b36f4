/** The site in an API URL, for the bearer of a token. */
import type { Params } from '@remix-run/react'
import { isUuid, requireNamedSite, requireToken, type GuardArgs } from '#app/auth/guards.server.ts'
import type { Site } from '#app/domain/sites/sites.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Ability } from '#app/domain/tokens/token.ts'
import type { TokenBearer } from '#app/domain/tokens/tokens.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'

type TokenVisit = { bearer: TokenBearer; site: Site; scope: SiteScope }

/**
 * Another team's site, and one that the token isn't valid for, look exactly like a missing one.
 *
 * @throws Refusal `unauthenticated`, `forbidden` or `not_found`
 */
export async function requireTokenSite(
  args: GuardArgs & { params: Params },
  ability: Ability,
): Promise<TokenVisit> {
  const bearer = await requireToken(args, ability)
  const found = await requireNamedSite(args, bearer.scope, args.params.uuid ?? '')
  if (bearer.siteId === null || bearer.siteId === found.site.id) return { bearer, ...found }
  throw new Refusal('not_found', errorCatalog.notFound(new URL(args.request.url).pathname))
}

/**
 * A uuid in the URL.
 *
 * @throws Refusal `not_found` for anything else
 */
export function uuidParam(
  { params, request }: GuardArgs & { params: Params },
  name: string,
): string {
  const value = params[name] ?? ''
  if (isUuid(value)) return value
  throw new Refusal('not_found', errorCatalog.notFound(new URL(request.url).pathname))
}
