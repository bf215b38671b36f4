/**
 * Forms that visitors submit on a site's pages, listed for a week at the owner's request. Only names
 * and counts, and only what pages report, so nothing of it counts as a sign-up.
 */
import { desc, lt } from 'drizzle-orm'
import { neverRead, readableNames } from '#app/contract/forms.ts'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { listedForms } from '#app/db/schema/forms.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

const dayMillis = 86_400_000

/** Pages load an extra script during that time, and forms change rarely. */
export const listingDays = 7

/** Forms that weren't submitted for longer have probably been removed. */
const keptDays = 30

type ListedFormRow = {
  name: string
  page: string
  selector: string | null
  emailField: string | null
  /** Names of fields that a rule can read. */
  fields: string[]
  boxes: string[]
  /** Submissions. */
  total: number
  lastAt: Date
}

export type FormListing = {
  /** Until then, pages report the forms that are submitted. Null: they don't. */
  until: Date | null
  /** The most submitted first. */
  forms: ListedFormRow[]
}

export const readFormListing = ({ db, now }: Services, site: SiteScope): Promise<FormListing> =>
  db.asTeam(site, async (tx) => {
    const rows = await tx
      .select()
      .from(listedForms)
      .where(inSite(listedForms, site))
      .orderBy(desc(listedForms.total), listedForms.page, listedForms.name)
    return {
      until: await readListingEnd(tx, site, now()),
      forms: rows.map(({ fields, boxes, emailField, ...row }) => ({
        name: row.name,
        page: row.page,
        selector: row.selector,
        emailField: emailField !== null && neverRead.test(emailField) ? null : emailField,
        fields: readableNames(fields),
        boxes: readableNames(boxes),
        total: row.total,
        lastAt: row.lastAt,
      })),
    }
  })

/** Null when the site's pages don't list forms now. */
export async function readListingEnd(tx: Queries, site: SiteScope, at: Date): Promise<Date | null> {
  const [row] = await tx
    .select({ until: sites.formsListedUntil })
    .from(sites)
    .where(inSite(sites, site))
  return row?.until && row.until > at ? row.until : null
}

/** Starts a week of listing, or ends it. Listed forms are kept. */
export async function setFormListing(
  services: Services,
  site: SiteScope,
  isOn: boolean,
): Promise<void> {
  const until = isOn ? new Date(services.now().getTime() + listingDays * dayMillis) : null
  await changeSite(services, site, (tx) =>
    tx.update(sites).set({ formsListedUntil: until }).where(inSite(sites, site)),
  )
}

/** Called by a job. */
export async function sweepListedForms({ db, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMillis)
  await db.system.delete(listedForms).where(lt(listedForms.lastAt, before))
}
