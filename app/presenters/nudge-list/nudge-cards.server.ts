/** Nudges as the pixel would draw them now. Drafts as they would be published. */
import { and, inArray } from 'drizzle-orm'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { nudges } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { compilePayload } from '#app/domain/serving/payload.server.ts'

/** Null when the site no longer exists. Omits nudges without data. */
export async function compileCards(
  { db, log, now, security, config: { appUrl } }: Services,
  site: SiteScope,
  uuids: readonly string[],
): Promise<PixelPayload | null> {
  return compilePayload({ db, log, now, appUrl }, site, {
    screen: security.secrets,
    withheld: undefined,
    counts: undefined,
    preview: async (tx) => {
      const rows = await tx
        .select()
        .from(nudges)
        .where(and(inSite(nudges, site), inArray(nudges.uuid, [...uuids])))
      return rows.map(({ draft, ...row }) => {
        const { query, content, rules, placement, message, look } = draft ?? row
        const { id, uuid, shortId, type, surface, version } = row
        const settings = { query, content, rules, placement, message, look }
        return { id, uuid, shortId, type, surface, version, ...settings }
      })
    },
  })
}
