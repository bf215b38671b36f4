/** The last step: message, holdout group, goal and publication. */
import type { SiteContext } from '#app/auth/guards.server.ts'
import { calmTimings, defaultSiteOptions } from '#app/contract/site-options.ts'
import { saveDraft } from '#app/domain/nudges/editing/drafts.server.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { publishNudge } from '#app/domain/nudges/editing/publish.server.ts'
import { lintNudge } from '#app/domain/nudges/linter/lint-nudge.ts'
import { contentErrors } from '#app/domain/nudges/types/registry.ts'
import { ensureFirstGoal, validateFirstGoal } from '#app/presenters/onboarding/first-goal.server.ts'
import type { FirstGoal } from '#app/presenters/onboarding/steps.ts'
import { readOnboardingProgress } from '#app/presenters/onboarding/progress.server.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { Refusal, refuseFields, type FieldErrors } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

type Written = { uuid: string; content: { title: string; text: string } }

/** @throws Refusal `invalid` at the fields, also for the linter's findings */
export async function writeMessage(
  services: Services,
  { scope, account }: SiteContext,
  { uuid, content }: Written,
): Promise<void> {
  const { type, surface, settings: known } = await readNudge(services, scope, uuid)
  const { title, text } = content
  const written = { ...(known.content ?? {}), title: title.trim(), text: text.trim() }
  const settings = { ...known, content: written }
  const blocks = lintNudge({ type, surface, settings, at: services.now() }).filter(
    ({ level }) => level === 'block',
  )
  const errors: FieldErrors = {
    ...fieldsOf(contentErrors(type, written)),
    ...fieldsOf(Object.fromEntries(blocks.map(({ path, sentence }) => [path, [sentence]]))),
  }
  if (Object.keys(errors).length > 0) {
    throw refuseFields(errors)
  }
  await saveDraft(services, scope, { uuid, userId: account.id, settings })
}

/** The field `text` is `content.text` in the contract. */
const fieldsOf = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [path.replace('content.', ''), messages]),
  )

type Publishing = {
  uuid: string
  holdout?: 'on' | undefined
  /** The calm timings instead of the site's. */
  calm?: 'on' | undefined
  goal: FirstGoal
  /** For the goal `page`. */
  pattern: string
}

/** @throws Refusal `invalid`: nothing was done; `conflict` */
export async function publishFirst(
  services: Services,
  siteContext: SiteContext,
  { uuid, holdout, calm, goal, pattern }: Publishing,
): Promise<void> {
  const { scope, account } = siteContext
  const validatedGoal = goal === 'none' ? null : validateFirstGoal(goal, pattern)
  if (validatedGoal?.ok === false) {
    throw refuseFields(validatedGoal.errors)
  }
  const { isPublished } = await readOnboardingProgress(services, account.id, siteContext)
  await publish(services, siteContext, uuid)
  // Afterwards the holdout group can only be changed on the impact screen, because a change restarts
  // the comparison.
  if (!isPublished) {
    await changeOptions(services, scope, {
      holdout: holdout === 'on' ? defaultSiteOptions.holdout : 0,
      ...(calm === 'on' ? { timingMode: 'custom', timings: calmTimings } : {}),
    })
  }
  if (validatedGoal) await ensureFirstGoal(services, scope, validatedGoal.value)
}

/** Errors don't belong to any field of this screen. */
async function publish(services: Services, { scope, account }: SiteContext, uuid: string) {
  try {
    await publishNudge(services, scope, { uuid, userId: account.id })
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.errors) throw error
    const sentences = Object.values(error.details.errors).flat()
    throw new Refusal('invalid', error.message, { errors: { '': sentences } })
  }
}
