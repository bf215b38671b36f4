import { requireTeamContext, type GuardArgs } from '#app/auth/guards.server.ts'
import { findShopOfTeam, type Shop } from '#app/domain/shops/shops.server.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'

/**
 * The current organization and its shop.
 *
 * @throws Refusal `not_found` when it isn't a shop's
 */
export async function requireShopTeam(args: GuardArgs): Promise<{ team: Membership; shop: Shop }> {
  const { team } = await requireTeamContext(args)
  const shop = team && (await findShopOfTeam(args.context.services, team.scope))
  if (team && shop) return { team, shop }
  throw new Refusal('not_found', errorCatalog.notFound(new URL(args.request.url).pathname))
}
