/** What can be done with a nudge on its screen. */
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { requireRight, requireSite, type SiteVisit } from '#app/auth/guards.server.ts'
import { archiveNudges, switchNudges } from '#app/domain/nudges/editing/arrange.server.ts'
import {
  dropDraft,
  duplicateNudge,
  removeDraft,
  saveDraft,
} from '#app/domain/nudges/editing/drafts.server.ts'
import { readNudge, type EditedNudge } from '#app/domain/nudges/editing/edited-nudge.server.ts'
import { publishNudge, schedulePublishing } from '#app/domain/nudges/editing/publish.server.ts'
import { openFields } from '#app/domain/nudges/editing/typed-fields.ts'
import { restoreVersion } from '#app/domain/nudges/editing/versions.server.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import { makePreviewLink } from '#app/domain/serving/preview-link.server.ts'
import { refusedForm, wrongForm } from '#app/lib/web/form-responses.server.ts'
import type { Services } from '#app/services.ts'
import type { MadeLink } from '#app/ui/nudge-preview-link.tsx'
import type { Saved } from '#app/ui/saved-form.tsx'
import {
  entriesOf,
  judgeTyped,
  kindOf,
  namedNudge,
  refusedByPlan,
  refusedForPages,
} from './editor.server.ts'
import { beginExperiment, endExperiment } from './experiment-acts.server.ts'
import { listOf } from './list-of.ts'

export type Doing = {
  services: Services
  visit: SiteVisit
  nudge: EditedNudge
  form: FormData
  typed: Readonly<Record<string, string>>
}

export async function changeNudge(args: ActionFunctionArgs) {
  const visit = await requireSite(args)
  requireRight(visit.team, 'site:edit')
  const { services } = args.context
  const nudge = await readNudge(services, visit.scope, namedNudge(args))
  const form = await args.request.formData()
  const typed = Object.fromEntries(entriesOf(form))
  const act = acts.get(typed['intent'] ?? '')
  if (!act) return wrongForm({ intent: ['Choose what to do.'] }, typed)
  try {
    return await act({ services, visit, nudge, form, typed })
  } catch (error) {
    return refusedForm(error, typed)
  }
}

const saved = (words: string) => data<Saved>({ saved: words })

/** The fields are drawn anew with what is stored now. */
const anew = ({ services, nudge }: Doing) =>
  redirect(`/nudges/${nudge.uuid}?at=${String(services.now().getTime())}`)

const whose = ({ visit, nudge }: Doing) => ({ uuid: nudge.uuid, userId: visit.account.id })

async function save(doing: Doing) {
  const { services, visit, nudge, form, typed } = doing
  const kind = kindOf(nudge, visit.site.timeZone)
  const judged = judgeTyped(kind, form, await readTeamPlan(services, visit.scope))
  if (!judged.ok) return wrongForm(judged.errors, typed)
  const { settings } = judged
  const isMeant = form.get('then') === 'publish'
  const held = isMeant ? refusedForPages(kind, settings, services.now()) : {}
  if (Object.keys(held).length > 0) return wrongForm(held, typed)

  await saveDraft(services, visit.scope, { ...whose(doing), settings })
  if (!isMeant) return saved('Saved. Pages go on as they are until you publish.')
  await publishNudge(services, visit.scope, whose(doing))
  return saved('Published. Pages follow at once.')
}

async function schedule(doing: Doing) {
  const { services, visit, nudge, form, typed } = doing
  const fields = openFields(entriesOf(form), visit.site.timeZone)
  const at = fields.momentOf('publishAt')
  if (at === null && !fields.errors['publishAt']) fields.refuse('publishAt', 'Choose a moment.')
  const held = {
    ...refusedForPages(kindOf(nudge, visit.site.timeZone), nudge.settings, services.now()),
    ...refusedByPlan(await readTeamPlan(services, visit.scope), nudge.settings),
  }
  if (Object.keys(held).length > 0) {
    fields.refuse(
      'publishAt',
      'What is saved can’t be published yet: see “Before it is published”.',
    )
  }
  if (at === null || fields.errors['publishAt']) return wrongForm(fields.errors, typed)

  const publishAt = new Date(at * 1000)
  await schedulePublishing(services, visit.scope, { uuid: nudge.uuid, publishAt })
  return saved('It is published by itself at that moment.')
}

const acts = new Map<string, (doing: Doing) => Promise<unknown>>([
  ['save', save],
  ['schedule', schedule],
  [
    'unschedule',
    async ({ services, visit, nudge }) => {
      await schedulePublishing(services, visit.scope, { uuid: nudge.uuid, publishAt: null })
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
    async ({ services, visit, nudge }) => {
      await archiveNudges(services, visit.scope, [nudge.uuid])
      return redirect(listOf(nudge.surface))
    },
  ],
  [
    'delete',
    async ({ services, visit, nudge }) => {
      await removeDraft(services, visit.scope, nudge.uuid)
      return redirect(listOf(nudge.surface))
    },
  ],
  [
    'revert',
    async (doing) => {
      await dropDraft(doing.services, doing.visit.scope, doing.nudge.uuid)
      return anew(doing)
    },
  ],
  [
    'restore',
    async (doing) => {
      const version = Number(doing.typed['version'])
      if (!Number.isInteger(version) || version < 1 || version > 1e6) {
        return wrongForm({ version: ['Choose a version.'] })
      }
      await restoreVersion(doing.services, doing.visit.scope, { ...whose(doing), version })
      return anew(doing)
    },
  ],
  [
    'preview',
    async ({ services, visit, nudge }) =>
      data<MadeLink>({ link: await makePreviewLink(services, visit.scope, nudge.uuid) }),
  ],
])

function turn(isOn: boolean) {
  return async ({ services, visit, nudge }: Doing) => {
    await switchNudges(services, visit.scope, { uuids: [nudge.uuid], isOn })
    return saved(isOn ? 'It is on.' : 'It is off. No page shows it.')
  }
}
