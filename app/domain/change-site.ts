import type { Transaction } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from './scope.ts'

/**
 * Changes something that the site's pages show, in one transaction of its team. The pages of this
 * process show it from the commit on; those of others hear of it from the database.
 */
export const changeSite = <T>(
  { db, siteCache }: Pick<Services, 'db' | 'siteCache'>,
  site: SiteScope,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  db.asTeam(site, (tx) => {
    siteCache.invalidateOnCommit(tx, site.siteUuid)
    return work(tx)
  })
