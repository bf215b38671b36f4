/** Which forms on a site's pages are sign-ups. */
import { and, asc, eq } from 'drizzle-orm'
import {
  formPages,
  formRuleInput,
  type FormRuleInput,
  type PixelForm,
} from '#app/contract/forms.ts'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { Queries } from '#app/db/db.ts'
import { formRules } from '#app/db/schema/forms.ts'
import { Refusal, refuseField, refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { gateSentence } from '#app/domain/plans/gate-text.ts'
import { findEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { readListingEnd } from './listed-forms.server.ts'

/** Per site. Every payload contains all of them. */
export const maxFormRules = 20

export type FormRule = FormRuleInput & { uuid: string; createdAt: Date }

const columns = {
  uuid: formRules.uuid,
  name: formRules.name,
  pages: formRules.pages,
  selector: formRules.selector,
  emailField: formRules.emailField,
  firstNameField: formRules.firstNameField,
  consentField: formRules.consentField,
  thankYouPage: formRules.thankYouPage,
  asksConsent: formRules.asksConsent,
  isActive: formRules.isActive,
  createdAt: formRules.createdAt,
}

/** Oldest first: the first one that matches a form applies. */
export const listFormRules = ({ db }: Services, site: SiteScope): Promise<FormRule[]> =>
  db.asTeam(site, (tx) => readRules(tx, site))

/**
 * Creates a rule, or replaces the given one.
 *
 * @param input unvalidated
 * @throws Refusal `invalid` with messages by field, or when the plan doesn't include forms; `not_found` when the site has no such rule;
 * `conflict` when it has the maximum number of rules
 */
export async function saveFormRule(
  { db, now, siteCache }: Services,
  site: SiteScope,
  { uuid, input }: { uuid?: string; input: unknown },
): Promise<FormRule> {
  const validated = validateInput(formRuleInput, input)
  if (!validated.ok) {
    throw refuseFields(validated.errors)
  }

  const at = now()
  return changeSite({ db, siteCache }, site, async (tx) => {
    if (uuid !== undefined) {
      return updateRule(tx, site, { uuid, change: { ...validated.value, updatedAt: at } })
    }
    const { neededPlan } = await findEntitlements(tx, site)
    const needed = neededPlan('integrations.form_submissions')
    if (needed !== null) throw refuseField('', gateSentence(needed))
    return insertRule(tx, site, { ...validated.value, createdAt: at, updatedAt: at })
  })
}

/**
 * Keeps the sign-ups that it reported.
 *
 * @throws Refusal `not_found`
 */
export async function removeFormRule(
  { db, siteCache }: Services,
  site: SiteScope,
  uuid: string,
): Promise<void> {
  const removed = await changeSite({ db, siteCache }, site, (tx) =>
    tx.delete(formRules).where(ofRule(site, uuid)).returning({ uuid: formRules.uuid }),
  )
  if (removed.length === 0) throw notFound()
}

/** The active rules as pages receive them, and whether they list their forms at `at`. */
export async function compileForms(tx: Queries, site: SiteScope, at: Date): Promise<PixelForm[]> {
  const rules = await readRules(tx, site)
  const isListing = (await readListingEnd(tx, site, at)) !== null
  return [
    ...rules.filter(({ isActive }) => isActive).flatMap(pixelForms),
    ...(isListing ? [{ lists: true as const }] : []),
  ]
}

/** A rule as pages receive it: for those with the form, and for the one that proves it. */
function pixelForms({
  uuid,
  pages,
  selector,
  emailField,
  firstNameField,
  consentField,
  thankYouPage,
  asksConsent,
}: FormRule): PixelForm[] {
  const isEverywhere = Object.values(pages).every((list) => list.length === 0)
  const proof = uuid.slice(0, 8)
  const form: PixelForm = {
    ...(isEverywhere ? {} : { rules: { ...everywhere, ...pages } }),
    ...(selector === null ? {} : { selector }),
    ...(emailField === null ? {} : { email: emailField }),
    ...(firstNameField === null ? {} : { firstName: firstNameField }),
    ...(consentField === null ? {} : { ticked: consentField }),
    // Nothing is kept in a browser without consent.
    ...(asksConsent || thankYouPage !== null ? { asks: true as const } : {}),
    ...(thankYouPage === null ? {} : { awaits: proof }),
  }
  if (thankYouPage === null) return [form]
  const there = [{ match: 'exact' as const, value: thankYouPage }]
  return [form, { rules: { ...everywhere, pages: there }, proves: proof }]
}

async function insertRule(
  tx: Queries,
  site: SiteScope,
  row: Omit<typeof formRules.$inferInsert, 'teamId' | 'siteId'>,
): Promise<FormRule> {
  await lockSite(tx, site)
  const total = await tx.$count(formRules, inSite(formRules, site))
  if (total >= maxFormRules) {
    throw new Refusal('conflict', `A site has rules for at most ${String(maxFormRules)} forms.`)
  }
  const [made] = await tx
    .insert(formRules)
    .values({ ...row, teamId: site.teamId, siteId: site.siteId })
    .returning(columns)
  if (!made) throw new Error('The rule was not stored.')
  return ruleOf(made)
}

async function updateRule(
  tx: Queries,
  site: SiteScope,
  { uuid, change }: { uuid: string; change: Partial<typeof formRules.$inferInsert> },
): Promise<FormRule> {
  const [changed] = await tx
    .update(formRules)
    .set(change)
    .where(ofRule(site, uuid))
    .returning(columns)
  if (!changed) throw notFound()
  return ruleOf(changed)
}

async function readRules(tx: Queries, site: SiteScope): Promise<FormRule[]> {
  const rows = await tx
    .select(columns)
    .from(formRules)
    .where(inSite(formRules, site))
    .orderBy(asc(formRules.id))
  return rows.map(ruleOf)
}

/** Only stores what differs from the defaults. */
const ruleOf = ({
  pages,
  ...rule
}: Pick<typeof formRules.$inferSelect, keyof typeof columns>): FormRule => ({
  ...rule,
  pages: formPages.parse(pages),
})

const ofRule = (site: SiteScope, uuid: string) =>
  and(inSite(formRules, site), eq(formRules.uuid, uuid))

const notFound = () => new Refusal('not_found', 'There is no such rule for forms.')
