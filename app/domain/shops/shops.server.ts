/** Installed shops, as screens need them. */
import { shops } from '#app/db/schema/index.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'

export type Shop = {
  domain: string
  /** Null: it was deleted or transferred. */
  siteId: number | null
  isInstalled: boolean
}

/** The shop that an organization was made for; null for any other organization. */
export async function findShopOfTeam({ db }: Services, team: TeamScope): Promise<Shop | null> {
  const [row] = await db.asTeam(team, (tx) =>
    tx
      .select({
        domain: shops.domain,
        siteId: shops.siteId,
        uninstalledAt: shops.uninstalledAt,
      })
      .from(shops)
      .where(inTeam(shops, team)),
  )
  return row
    ? {
        domain: row.domain,
        siteId: row.siteId,
        isInstalled: row.uninstalledAt === null,
      }
    : null
}
