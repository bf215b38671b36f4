/** Actions of a nudge's screen. */
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import {
  isUuid,
  requireRight,
  requireSite,
  type GuardArgs,
  type SiteContext,
} from '#app/auth/guards.server.ts'
import { archiveNudges, switchNudges } from '#app/domain/nudges/editing/bulk-actions.server.ts'
import { dropDraft, duplicateNudge, removeDraft } from '#app/domain/nudges/editing/drafts.server.ts'
import type { FormEntries } from '#app/domain/nudges/editing/form-fields.ts'
import { readNudge, type EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import {
  findScheduleErrors,
  schedulePublishing,
} from '#app/domain/nudges/editing/publish.server.ts'
import { restoreVersion } from '#app/domain/nudges/editing/versions.server.ts'
import { createPlaceLink, type PlaceLink } from '#app/domain/serving/preview-place.server.ts'
import { createPreviewLink } from '#app/domain/serving/preview-link.server.ts'
import { resumeSite } from '#app/domain/sites/pause/pause.server.ts'
import { pageNotFound, Refusal } from '#app/lib/errors.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import {
  submitForm,
  submitSchedule,
  type SentForm,
} from '#app/presenters/nudge-editor/editor-form.server.ts'
import type { Services } from '#app/services.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import type { MadeLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import { beginExperiment, endExperiment } from './experiment-actions.server.ts'
import { listPathOf } from './list-of.ts'
import { readFormData } from '#app/lib/web/forms.ts'

export type EditorAction = {
  services: Services
  siteContext: SiteContext
  nudge: EditedNudge
  entries: FormEntries
  typed: Readonly<Record<string, string>>
}

/** @throws Refusal `not_found` unless it is a uuid, for which the database would raise an error */
export function namedNudge({ params, request }: GuardArgs & { params: { id?: string } }): string {
  if (params.id !== undefined && isUuid(params.id)) return params.id
  throw pageNotFound(request)
}

/** The text fields of a form. */
export const entriesOf = (form: FormData): FormEntries =>
  [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))

export async function changeNudge(args: ActionFunctionArgs) {
  const siteContext = await requireSite(args)
  requireRight(siteContext.team, 'site:edit')
  const { services } = args.context
  const nudge = await readNudge(services, siteContext.scope, namedNudge(args))
  const entries = entriesOf(await readFormData(args.request))
  const typed = Object.fromEntries(entries)
  const act = acts.get(typed['intent'] ?? '')
  if (!act) return invalidFormResponse({ intent: ['Choose an action.'] }, typed)
  try {
    return await act({ services, siteContext, nudge, entries, typed })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') {
      return invalidFormResponse({ '': [error.message] }, typed)
    }
    return refusedFormResponse(error, typed)
  }
}

const saved = (words: string) => data<Saved>({ saved: words })

/** Renders the fields again with what is stored now. */
const redirectToEditor = ({ services, nudge }: EditorAction) =>
  redirect(`/nudges/${nudge.uuid}?at=${String(services.now().getTime())}`)

const whose = ({ siteContext, nudge }: Pick<EditorAction, 'siteContext' | 'nudge'>) => ({
  uuid: nudge.uuid,
  userId: siteContext.account.id,
})

async function save(doing: EditorAction) {
  const then = doing.typed['then'] === 'publish' ? 'publish' : 'save'
  const { services, siteContext } = doing
  const { id: userId } = siteContext.account
  await submitForm(services, siteContext.scope, { sent: sentBy(doing), userId, then })
  return saved(then === 'publish' ? 'Nudge published' : await draftWords(doing))
}

/** When visitors see the draft that was just saved. */
async function draftWords({ services, siteContext, nudge: before }: EditorAction): Promise<string> {
  const { scope, site } = siteContext
  const nudge = await readNudge(services, scope, before.uuid)
  if (nudge.publishAt === null) {
    if (before.publishAt === null)
      return 'Draft saved. Visitors won’t see changes until you publish.'
    return nudge.hasDraft
      ? 'Draft saved. The time it was scheduled for has passed: visitors see it once you publish.'
      : 'Draft saved. It’s the same as the published version, so the schedule was canceled.'
  }
  const when = formatDateTime(nudge.publishAt, site.timeZone)
  const faults = await findScheduleErrors(services, scope, nudge)
  return faults.length === 0
    ? `Draft saved. Visitors see it from ${when}.`
    : `Draft saved, but it can’t be published on ${when}. See Publishing checks.`
}

async function schedule(doing: EditorAction) {
  await submitSchedule(doing.services, doing.siteContext.scope, sentBy(doing))
  return saved('Publishing scheduled')
}

const sentBy = ({ siteContext, nudge, entries }: EditorAction): SentForm => ({
  nudge,
  entries,
  timeZone: siteContext.site.timeZone,
})

const acts = new Map<string, (doing: EditorAction) => Promise<unknown>>([
  ['save', save],
  ['schedule', schedule],
  [
    'unschedule',
    async ({ services, siteContext, nudge }) => {
      await schedulePublishing(services, siteContext.scope, { uuid: nudge.uuid, publishAt: null })
      return saved('Schedule canceled')
    },
  ],
  [
    'resume',
    async ({ services, siteContext: { team, scope, account } }) => {
      requireRight(team, 'sites:manage')
      await resumeSite(services, scope, account)
      return saved('Nudges resumed')
    },
  ],
  ['on', turn(true)],
  ['off', turn(false)],
  ['begin-experiment', beginExperiment],
  ['end-experiment', endExperiment],
  [
    'duplicate',
    async (doing) => {
      const uuid = await duplicateNudge(doing.services, doing.siteContext.scope, whose(doing))
      return redirect(`/nudges/${uuid}`)
    },
  ],
  [
    'archive',
    async ({ services, siteContext, nudge }) => {
      await archiveNudges(services, siteContext.scope, [nudge.uuid])
      return redirect(listPathOf(nudge.surface))
    },
  ],
  [
    'delete',
    async ({ services, siteContext, nudge }) => {
      await removeDraft(services, siteContext.scope, nudge.uuid)
      return redirect(listPathOf(nudge.surface))
    },
  ],
  [
    'revert',
    async (doing) => {
      await dropDraft(doing.services, doing.siteContext.scope, doing.nudge.uuid)
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
      await restoreVersion(doing.services, doing.siteContext.scope, { ...whose(doing), version })
      return redirectToEditor(doing)
    },
  ],
  [
    'preview',
    async ({ services, siteContext, nudge }) =>
      data<MadeLink>({
        link: await createPreviewLink(services, siteContext.scope, {
          kind: 'nudge',
          uuid: nudge.uuid,
        }),
      }),
  ],
  [
    'point',
    async ({ services, siteContext, nudge, typed }) =>
      data<PlaceLink>(
        await createPlaceLink(services, siteContext.scope, {
          ...whose({ siteContext, nudge }),
          page: (typed['page'] ?? '').trim(),
        }),
      ),
  ],
])

function turn(isOn: boolean) {
  return async ({ services, siteContext, nudge }: EditorAction) => {
    await switchNudges(services, siteContext.scope, { uuids: [nudge.uuid], isOn })
    return saved(isOn ? 'Nudge turned on' : 'Nudge turned off')
  }
}
