/** The address of a screen, for the emails that lead there. */
import { and, asc, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import { sites, teams, users } from '#app/db/schema/ground.ts'
import { shopStaff, tenantStaff } from '#app/db/schema/accounts.ts'
import { shops, tenants } from '#app/db/schema/shops.ts'
import type { Services } from '#app/services.ts'
import { readTenantId } from './tenants/tenant-name.ts'

/** The URL of a screen for one person. @param path of ours, with a leading slash */
export type ScreenAddress = (path: string) => string

/** Who opens the screen, and the organization that it is about; without one it's about the person. */
export type ScreenReader =
  | { userId: number; teamId?: number; siteUuid?: string }
  | { ownerOf: number }

/**
 * People of a shop are logged in inside its admin alone, so their screens are there. Those who have a
 * password as well open the screens of their shop's organization there, because it pays there, and all
 * others on our own address. A shop that removed the app can add it again in its admin.
 */
export async function findScreenAddress(
  services: Pick<Services, 'config' | 'db' | 'shopify' | 'bigcommerce' | 'wix'>,
  reader: ScreenReader,
): Promise<ScreenAddress> {
  const { shopify, db, config } = services
  const inStore = await findInStore(services, reader)
  const elsewhere: ScreenAddress = inStore ?? ((path) => config.appUrl + path)
  if (!shopify) return elsewhere
  const { isReader, isAbout } = conditionsOf(reader)
  const [shop] = await db.system
    .select({ domain: shops.domain })
    .from(shops)
    .innerJoin(shopStaff, and(eq(shopStaff.shopId, shops.id), isNull(shopStaff.endedAt)))
    .innerJoin(users, eq(users.id, shopStaff.userId))
    .where(and(isReader, or(isNull(users.passwordHash), and(isAbout, isNull(shops.uninstalledAt)))))
    .orderBy(sql`(${isAbout}) desc, ${shops.uninstalledAt} is not null`, asc(shops.id))
    .limit(1)
  return shop ? (path) => shopify.appLink(shop.domain, path) : elsewhere
}

/** The same for people of a store or of a site in Wix, whose admin alone opens an account without a password. */
async function findInStore(
  { db, bigcommerce, wix }: Pick<Services, 'db' | 'bigcommerce' | 'wix'>,
  reader: ScreenReader,
): Promise<ScreenAddress | null> {
  if (!bigcommerce && !wix) return null
  const { isReader } = conditionsOf(reader)
  const [store] = await db.system
    .select({ platform: tenants.platform, name: tenants.tenantId })
    .from(tenants)
    .innerJoin(tenantStaff, and(eq(tenantStaff.tenantId, tenants.id), isNull(tenantStaff.endedAt)))
    .innerJoin(users, eq(users.id, tenantStaff.userId))
    .where(and(isReader, isNull(users.passwordHash)))
    .orderBy(asc(tenants.id))
    .limit(1)
  const tenantId = readTenantId(store?.name ?? null)
  if (tenantId === null) return null
  // Wix publishes no address of a page in its dashboard: the app opens the person's last one.
  if (store?.platform === 'wix') return wix ? () => wix.dashboardUrl(tenantId) : null
  return bigcommerce ? (path) => bigcommerce.appUrl(tenantId) + path : null
}

/** Ids begin with 1. */
const noTeam = 0

function conditionsOf(reader: ScreenReader): { isReader: SQL; isAbout: SQL } {
  if ('ownerOf' in reader) {
    const owner = sql`(select ${teams.ownerId} from ${teams} where ${teams.id} = ${reader.ownerOf})`
    return { isReader: eq(users.id, owner), isAbout: eq(shops.teamId, reader.ownerOf) }
  }
  const { userId, teamId, siteUuid } = reader
  const team =
    siteUuid === undefined
      ? teamId
      : sql`(select ${sites.teamId} from ${sites} where ${sites.uuid} = ${siteUuid})`
  return {
    isReader: eq(users.id, userId),
    isAbout: eq(shops.teamId, team ?? noTeam),
  }
}
