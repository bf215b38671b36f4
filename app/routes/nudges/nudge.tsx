/** The studio of one nudge: what it says, how it looks, where and when, under its preview. */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useFetchers, useLoaderData, useSearchParams } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { readBrowser } from '#app/auth/read-browser.server.ts'
import { findSiteStops } from '#app/presenters/why-not-shown/site-stops.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { findBlockLink } from '#app/domain/shops/shops.server.ts'
import { listPagesToPoint } from '#app/domain/serving/preview-place.server.ts'
import { readEditor } from '#app/presenters/nudge-editor/editor.server.ts'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { buildEditorLadder } from '#app/presenters/why-not-shown/editor-ladder.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { fieldId } from '#app/ui/forms/fields.tsx'
import designGalleryCss from '#app/ui/design-gallery/design-gallery.css?url'
import dateFieldCss from '#app/ui/forms/date-field.css?url'
import previewCss from '#app/ui/nudge-preview/nudge-preview.css?url'
import { NudgePreviewLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import { Panel } from '#app/ui/panel.tsx'
import positionPickerCss from '#app/ui/position-picker/position-picker.css?url'
import { Screen } from '#app/ui/screen.tsx'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { changeNudge, namedNudge } from './editor-action.server.ts'
import { EditorForm, formId } from './editor-form.tsx'
import { Findings } from './findings.tsx'
import { listPathOf } from './list-of.ts'
import factFieldCss from './message/fact-field.css?url'
import nudgesCss from './nudges.css?url'
import { PanelLinks, panelOf, usePanel, type PanelName } from './panels.tsx'
import { ShownChecks } from './shown-checks.tsx'
import { ProofPanel } from './proof-panel.tsx'
import { publishAction } from './publish-action.ts'
import { Stage } from './stage.tsx'
import { StateLine } from './state-line.tsx'
import { Stops } from './stops.tsx'
import { useEdits } from './use-edits.ts'
import { useLivePreview } from './use-live-preview.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: previewCss },
  { rel: 'stylesheet', href: dateFieldCss },
  { rel: 'stylesheet', href: positionPickerCss },
  { rel: 'stylesheet', href: designGalleryCss },
  { rel: 'stylesheet', href: nudgesCss },
  { rel: 'stylesheet', href: factFieldCss },
]
export const meta = siteTitle<{ name: string }>((nudge) => nudge?.name ?? 'Nudge')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site, team } = await requireSite(args)
  const { services } = args.context
  const wanted = { uuid: namedNudge(args), timeZone: site.timeZone, browser: readBrowser(args) }
  const editor = await readEditor(services, scope, wanted)
  const { host } = new URL(site.url)
  const isSitePaused = site.pausedAt !== null
  const stopped = {
    host,
    teamId: scope.teamId,
    isPaused: isSitePaused,
    isLimitReached: editor.usage.isLimitReached,
    mayResume: mayDo(team.role, 'sites:manage'),
  }
  return {
    ...editor,
    stops: findSiteStops(stopped, editor),
    ladder: buildEditorLadder({ ...editor, isSitePaused }, editor.preview),
    mayEdit: mayDo(team.role, 'site:edit'),
    blockLink:
      editor.surface === 'inline' ? await findBlockLink(services, scope, editor.type) : null,
    seenPages: editor.surface === 'inline' ? await listPagesToPoint(services, scope) : [],
    host,
    isSitePaused,
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
  const { uuid, surface, mayEdit, host } = loaded
  const [preview, ask] = useLivePreview(uuid, loaded.preview)
  const [current, open] = usePanel()
  const edits = useEdits(loaded.values)
  const isPublishing = useFetchers().some(({ formData }) => formData?.get('then') === 'publish')
  const panels = { current, open, faults: countFaults(preview) }
  const goTo = (field: string) => {
    open(panelOf(field))
    // Once it is shown.
    requestAnimationFrame(() => {
      focusField(field)
    })
  }
  const publish = publishAction({ loaded, preview, isPublishing, goTo })
  return (
    <Screen
      title={loaded.name}
      lead={`${loaded.form.typeName} · ${surface === 'popup' ? 'Popup' : 'Inline'}`}
      action={mayEdit ? publish : undefined}
    >
      <div className="studio-room">
        <Stops stops={loaded.stops} />
        <div className="studio">
          <StateLine {...{ loaded, edits, goTo }} changes={preview.changes} />
          <PanelLinks {...panels} />
          <Stage preview={preview} put={mayEdit ? edits.put : null} />
          <div className="studio__fields stack gap-16 min-w-0">
            <EditorForm {...{ loaded, preview, panels, edits, publish }} onEdit={ask} />
            <ProofPanel {...{ loaded, preview, panels }} />
          </div>
          <div className="stack gap-16 min-w-0">
            <Findings findings={preview.findings} goTo={goTo} />
            <ShownChecks {...{ loaded, preview, open }} />
            {mayEdit && (
              <Panel>
                <h2 className="part-title">Preview on your site</h2>
                <p className="part-lead">
                  See the saved draft on your site before anyone else does.
                </p>
                <NudgePreviewLink host={host} action={`/nudges/${uuid}`} />
              </Panel>
            )}
            <p>
              <Link className="text-link" to={listPathOf(surface)}>
                Back to nudges
              </Link>
            </p>
          </div>
        </div>
      </div>
    </Screen>
  )
}

/**
 * The field itself, otherwise the first one below its name. A disabled field can't have the focus:
 * the one before it decides about it.
 */
function focusField(field: string): void {
  const form = document.getElementById(formId)
  const fields = form instanceof HTMLFormElement ? [...form.elements] : []
  const exact = fields.findIndex(({ id }) => id === fieldId(field))
  const at =
    exact === -1
      ? fields.findIndex((one) => one.matches(`[name^="${field}"]:not([type="hidden"])`))
      : exact
  const found = fields.slice(0, at + 1).findLast((one) => one.matches(':enabled:not(fieldset)'))
  if (!(found instanceof HTMLElement)) return
  found.closest('details')?.setAttribute('open', '')
  found.focus()
}

function countFaults({ findings }: EditorPreview) {
  const faults: Partial<Record<PanelName, number>> = {}
  for (const { level, field } of findings) {
    if (level !== 'block') continue
    const panel = panelOf(field)
    faults[panel] = (faults[panel] ?? 0) + 1
  }
  return faults
}
