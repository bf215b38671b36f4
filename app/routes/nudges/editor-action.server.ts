/** Actions of a nudge's screen. */
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { requireRight, requireSite, type SiteContext } from '#app/auth/guards.server.ts'
import { archiveNudges, switchNudges } from '#app/domain/nudges/editing/bulk-actions.server.ts'
import {
  dropDraft,
  duplicateNudge,
  removeDraft,
  saveDraft,
} from '#app/domain/nudges/editing/drafts.server.ts'
import { readNudge, type EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { publishNudge, schedulePublishing } from '#app/domain/nudges/editing/publish.server.ts'
import { readFormFields } from '#app/domain/nudges/editing/form-fields.ts'
import { restoreVersion } from '#app/domain/nudges/editing/versions.server.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import { createPreviewLink } from '#app/domain/serving/preview-link.server.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import type { Services } from '#app/services.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.tsx'
import type { MadeLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import {
  formEntries,
  validateDraft,
  editedTypeOf,
  namedNudge,
  refusedByPlan,
  refusedForPages,
} from './editor.server.ts'
import { beginExperiment, endExperiment } from './experiment-actions.server.ts'
import { listPathOf } from './list-of.ts'

export type EditorAction = {
  services: Services
  visit: SiteContext
  nudge: EditedNudge
  form: FormData
  typed: Readonly<Record<string, string>>
}

export async function changeNudge(args: ActionFunctionArgs) {
  const siteContext = await requireSite(args)
  requireRight(siteContext.team, 'site:edit')
  const { services } = args.context
  const nudge = await readNudge(services, siteContext.scope, namedNudge(args))
  const form = await args.request.formData()
  const typed = Object.fromEntries(formEntries(form))
  const act = acts.get(typed['intent'] ?? '')
  if (!act) return invalidFormResponse({ intent: ['Choose what to do.'] }, typed)
  try {
    return await act({ services, visit: siteContext, nudge, form, typed })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

const saved = (words: string) => data<Saved>({ saved: words })

/** Renders the fields again with what is stored now. */
const redirectToEditor = ({ services, nudge }: EditorAction) =>
  redirect(`/nudges/${nudge.uuid}?at=${String(services.now().getTime())}`)

const whose = ({ visit: siteContext, nudge }: EditorAction) => ({
  uuid: nudge.uuid,
  userId: siteContext.account.id,
})

async function save(doing: EditorAction) {
  const { services, visit: siteContext, nudge, form, typed } = doing
  const kind = editedTypeOf(nudge, siteContext.site.timeZone)
  const validated = validateDraft(kind, form, await readTeamPlan(services, siteContext.scope))
  if (!validated.ok) return invalidFormResponse(validated.errors, typed)
  const { settings } = validated
  const isMeant = form.get('then') === 'publish'
  const held = isMeant ? refusedForPages(kind, settings, services.now()) : {}
  if (Object.keys(held).length > 0) return invalidFormResponse(held, typed)

  await saveDraft(services, siteContext.scope, { ...whose(doing), settings })
  if (!isMeant) return saved('Saved. Pages go on as they are until you publish.')
  await publishNudge(services, siteContext.scope, whose(doing))
  return saved('Published. Pages follow at once.')
}

async function schedule(doing: EditorAction) {
  const { services, visit: siteContext, nudge, form, typed } = doing
  const fields = readFormFields(formEntries(form), siteContext.site.timeZone)
  const at = fields.momentOf('publishAt')
  if (at === null && !fields.errors['publishAt']) fields.refuse('publishAt', 'Choose a moment.')
  const held = {
    ...refusedForPages(
      editedTypeOf(nudge, siteContext.site.timeZone),
      nudge.settings,
      services.now(),
    ),
    ...refusedByPlan(await readTeamPlan(services, siteContext.scope), nudge.settings),
  }
  if (Object.keys(held).length > 0) {
    fields.refuse(
      'publishAt',
      'What is saved can’t be published yet: see “Before it is published”.',
    )
  }
  if (at === null || fields.errors['publishAt']) return invalidFormResponse(fields.errors, typed)

  const publishAt = new Date(at * 1000)
  await schedulePublishing(services, siteContext.scope, { uuid: nudge.uuid, publishAt })
  return saved('It is published by itself at that moment.')
}

const acts = new Map<string, (doing: EditorAction) => Promise<unknown>>([
  ['save', save],
  ['schedule', schedule],
  [
    'unschedule',
    async ({ services, visit: siteContext, nudge }) => {
      await schedulePublishing(services, siteContext.scope, { uuid: nudge.uuid, publishAt: null })
      return saved('It is not published by itself any more.')
    },
  ],
  ['on', turn(true)],
  ['off', turn(false)],
  ['begin-experiment', beginExperiment],
  ['end-experiment', endExperiment],
  [
    'duplicate',
    async (doing) => {
      const uuid = await duplicateNudge(doing.services, doing.visit.scope, whose(doing))
      return redirect(`/nudges/${uuid}`)
    },
  ],
  [
    'archive',
    async ({ services, visit: siteContext, nudge }) => {
      await archiveNudges(services, siteContext.scope, [nudge.uuid])
      return redirect(listPathOf(nudge.surface))
    },
  ],
  [
    'delete',
    async ({ services, visit: siteContext, nudge }) => {
      await removeDraft(services, siteContext.scope, nudge.uuid)
      return redirect(listPathOf(nudge.surface))
    },
  ],
  [
    'revert',
    async (doing) => {
      await dropDraft(doing.services, doing.visit.scope, doing.nudge.uuid)
      return redirectToEditor(doing)
    },
  ],
  [
    'restore',
    async (doing) => {
      const version = Number(doing.typed['version'])
      if (!Number.isInteger(version) || version < 1 || version > 1e6) {
        return invalidFormResponse({ version: ['Choose a version.'] })
      }
      await restoreVersion(doing.services, doing.visit.scope, { ...whose(doing), version })
      return redirectToEditor(doing)
    },
  ],
  [
    'preview',
    async ({ services, visit: siteContext, nudge }) =>
      data<MadeLink>({ link: await createPreviewLink(services, siteContext.scope, nudge.uuid) }),
  ],
])

function turn(isOn: boolean) {
  return async ({ services, visit: siteContext, nudge }: EditorAction) => {
    await switchNudges(services, siteContext.scope, { uuids: [nudge.uuid], isOn })
    return saved(isOn ? 'It is on.' : 'It is off. No page shows it.')
  }
}
