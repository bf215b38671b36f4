/** Takes a site away with everything that belongs to it. */
import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/db.ts'
import { meters, sites, users } from '../../db/schema/index.ts'
import { Refusal } from '../../lib/errors.ts'
import type { Services } from '../../services.ts'
import { units } from '../events/sums.ts'
import { recordAct, type Actor } from '../teams/audit.server.ts'
import type { SiteScope } from '../teams/scope.ts'

/**
 * Nudges, activities, goals, tokens for this site alone and all figures go with the row. What the
 * organization used of its plan stays counted: deleting a site must not make the month free.
 *
 * @throws Refusal `invalid` at the field `name` when another name was typed, `not_found`
 */
export async function deleteSite(
  { db, directory, now }: Services,
  { actor, site }: { actor: Actor; site: SiteScope },
  typedName: string,
): Promise<void> {
  const ofSite = and(eq(sites.teamId, site.teamId), eq(sites.id, site.siteId))
  await db.longTransaction(async (tx) => {
    const [row] = await tx.select({ name: sites.name }).from(sites).where(ofSite).for('update')
    if (!row) throw new Refusal('not_found', 'There is no such site.')
    if (typedName.trim() !== row.name) throw wrongName()

    await keepUsed(tx, site)
    await tx.update(users).set({ currentSiteId: null }).where(eq(users.currentSiteId, site.siteId))
    await tx.delete(sites).where(ofSite)
    const who = { teamId: site.teamId, actor, at: now() }
    await recordAct(tx, who, { act: 'site.deleted', details: { name: row.name } })
  })
  directory.forget(site.siteUuid)
}

/** What the site used leaves with its events: the meter is told, so that it can be proved without them. */
async function keepUsed(tx: Queries, { teamId, siteId }: SiteScope): Promise<void> {
  // Events that come in meanwhile wait here with their count.
  await tx
    .select({ month: meters.month })
    .from(meters)
    .where(eq(meters.teamId, teamId))
    .for('update')
  await tx.execute(sql`
    update meters set
      gone_visitors = gone_visitors + used.visitors,
      gone_impressions = gone_impressions + used.impressions
    from (
      select team_id, month, coalesce(sum(total) filter (where unit = 'visitors'), 0) as visitors,
        coalesce(sum(total) filter (where unit = 'impressions'), 0) as impressions
      from (${units(sql`team_id = ${teamId} and site_id = ${siteId}`)}) as unit
      group by 1, 2
    ) as used
    where meters.team_id = ${teamId} and meters.team_id = used.team_id
      and meters.month = used.month`)
}

function wrongName() {
  const sentence = 'This is not the name of the site.'
  return new Refusal('invalid', sentence, { errors: { name: [sentence] } })
}
