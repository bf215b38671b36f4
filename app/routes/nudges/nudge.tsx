/** The editor of one nudge: data, text, targeting, schedule and look, with a preview. */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { readNudgeExperiments } from '#app/domain/stats/effect/read-experiments.server.ts'
import { describeChanges } from '#app/domain/nudges/editing/describe-changes.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { showSettings } from '#app/domain/nudges/editing/form-settings.ts'
import { listVersions } from '#app/domain/nudges/editing/versions.server.ts'
import { neededPlan } from '#app/domain/plans/features.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { productName } from '#app/lib/product.ts'
import previewCss from '#app/ui/nudge-preview/nudge-preview.css?url'
import { NudgePreviewLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { changeNudge } from './editor-action.server.ts'
import { describeTypeForm, editedTypeOf, namedNudge, previewSettings } from './editor.server.ts'
import { EditorForm } from './editor-form.tsx'
import { ExperimentPanel } from './experiment-panel.tsx'
import { Findings } from './findings.tsx'
import { listPathOf } from './list-of.ts'
import nudgesCss from './nudges.css?url'
import { PreviewPanel, ProbePanel } from './preview-panel.tsx'
import { StatePanel } from './state-panel.tsx'
import { useLivePreview } from './use-live-preview.ts'
import { Versions } from './versions.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: previewCss },
  { rel: 'stylesheet', href: nudgesCss },
]
export const meta = () => [{ title: `Nudge – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site, team } = await requireSite(args)
  const { services } = args.context
  const uuid = namedNudge(args)
  const nudge = await readNudge(services, scope, uuid)
  const { type, surface, settings, published } = nudge
  const { timeZone } = site
  const kind = editedTypeOf(nudge, timeZone)
  const [preview, kept, plan, experiments] = await Promise.all([
    previewSettings(services, scope, { kind, settings }),
    listVersions(services, scope, uuid),
    readTeamPlan(services, scope),
    readNudgeExperiments(services, scope, nudge.id),
  ])
  const { state, hasDraft, publishAt, publishedAt, archivedAt, version } = nudge
  return {
    uuid,
    type,
    surface,
    state,
    version,
    hasDraft,
    publishAt,
    publishedAt,
    name: settings.name,
    isArchived: archivedAt !== null,
    reads: kind.reads,
    form: describeTypeForm(type),
    values: showSettings(type, settings, timeZone),
    preview,
    pending:
      published === null
        ? []
        : describeChanges(type, { before: published, after: settings, timeZone }),
    versions: kept.map(({ settings: versionSettings, ...version }, place) => {
      const before = kept[place + 1]
      const both = before && { before: before.settings, after: versionSettings, timeZone }
      return { ...version, changes: both ? describeChanges(type, both) : null }
    }),
    experiments,
    planToSkip: neededPlan(plan, 'skipSeenNudges'),
    mayEdit: mayDo(team.role, 'site:edit'),
    host: new URL(site.url).host,
    timeZone,
    now: services.now(),
  }
}

export const action = (args: ActionFunctionArgs) => changeNudge(args)

export default function Editor() {
  const loaded = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  // Resets the fields for another nudge or another draft.
  return <NudgeEditor key={`${loaded.uuid} ${search.get('at') ?? ''}`} loaded={loaded} />
}

export type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function NudgeEditor({ loaded }: { loaded: Loaded }) {
  const { uuid, surface, mayEdit, versions, now, host } = loaded
  const [preview, ask] = useLivePreview(uuid, loaded.preview)
  return (
    <Screen
      title={loaded.name}
      lead={`${loaded.form.typeName}, ${surface === 'popup' ? 'as a popup' : 'in the page'}`}
    >
      <div className="editor">
        <div className="editor__side">
          <PreviewPanel preview={preview} />
          <Findings findings={preview.findings} />
        </div>
        <div className="editor__main">
          <StatePanel loaded={loaded} />
          <EditorForm loaded={loaded} preview={preview} onEdit={ask} />
          <ExperimentPanel loaded={loaded} />
          <ProbePanel preview={preview} />
          {mayEdit && (
            <Panel>
              <h2 className="part-title">On your own page</h2>
              <p className="part-lead">With what is saved, before anybody else sees it.</p>
              <NudgePreviewLink host={host} action={`/nudges/${uuid}`} />
            </Panel>
          )}
          {versions.length > 0 && (
            <Versions versions={versions} current={loaded.version} now={now} mayEdit={mayEdit} />
          )}
          <p>
            <Link className="text-link" to={listPathOf(surface)}>
              Back to the list
            </Link>
          </p>
        </div>
      </div>
    </Screen>
  )
}
