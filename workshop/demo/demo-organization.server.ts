/** The demo shop’s site, its API token and its account’s password. */
import { asc } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { demoShops } from '#app/db/schema/tokens.ts'
import type { Services } from '#app/services.ts'
import { storePassword } from '#app/domain/accounts/store-password.server.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { findSiteScope } from '#app/domain/find-scope.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

export type DemoShop = {
  scope: SiteScope
  /** Null when it was encrypted with a key that this server doesn't have. */
  token: string | null
}

/** Null before the demo is created. */
export async function findDemoShop({
  db,
  security: { secrets },
}: Services): Promise<DemoShop | null> {
  const [row] = await db.system
    .select({ siteId: demoShops.siteId, apiToken: demoShops.apiToken })
    .from(demoShops)
    .orderBy(asc(demoShops.siteId))
    .limit(1)
  const scope = row ? await findSiteScope(db.system, row.siteId) : null
  if (!row || !scope) return null

  try {
    return { scope, token: secrets.open(row.apiToken, rowName(row.siteId)) }
  } catch {
    return { scope, token: null }
  }
}

/** Stores the demo shop's token, encrypted. */
export async function storeDemoShop(
  { db, security: { secrets } }: Services,
  site: SiteScope,
  token: string,
): Promise<void> {
  const apiToken = secrets.seal(token, rowName(site.siteId))
  await db.asTeam(site, (tx) =>
    tx
      .insert(demoShops)
      .values({ siteId: site.siteId, teamId: site.teamId, apiToken })
      .onConflictDoUpdate({ target: demoShops.siteId, set: { apiToken } }),
  )
}

/** The demo shop is served by the product, so its site's URL follows the product's. */
export async function updateDemoSiteUrl(
  { db, siteCache, now }: Services,
  site: SiteScope,
  url: string,
): Promise<void> {
  await changeSite({ db, siteCache }, site, (tx) =>
    tx.update(sites).set({ url, updatedAt: now() }).where(inSite(sites, site)),
  )
}

const rowName = (siteId: number) => `demo_shops:${String(siteId)}`

/** Replaces the account's password, and ends all its sessions. */
export async function replacePassword(
  { db, now, security: { passwords } }: Services,
  userId: number,
  password: string,
): Promise<void> {
  const passwordHash = await passwords.hash(password)
  await db.transaction((tx) => storePassword(tx, { userId, passwordHash, at: now() }))
}
