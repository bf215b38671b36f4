/** The editor of one nudge: data, text, targeting, schedule and look, with a preview. */
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { productName } from '#app/lib/product.ts'
import { findBlockLink } from '#app/domain/shops/shops.server.ts'
import { readEditor } from '#app/presenters/nudge-editor/editor.server.ts'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import dateFieldCss from '#app/ui/forms/date-field.css?url'
import previewCss from '#app/ui/nudge-preview/nudge-preview.css?url'
import { NudgePreviewLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { useLate } from '#app/ui/use-late.ts'
import { ContentFields } from './contents/content-fields.tsx'
import { changeNudge, namedNudge } from './editor-action.server.ts'
import { ExperimentPanel } from './experiment-panel.tsx'
import { EditingContext, Section, TextField } from './field.tsx'
import { Findings } from './findings.tsx'
import { listPathOf } from './list-of.ts'
import { LookFields } from './look-fields.tsx'
import { MessageFields } from './message-fields.tsx'
import nudgesCss from './nudges.css?url'
import { PreviewPanel } from './preview-panel.tsx'
import { DataFields, FrequencyFields } from './query-fields.tsx'
import { PlacementFields, RulesFields } from './rules-fields.tsx'
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
  { rel: 'stylesheet', href: dateFieldCss },
  { rel: 'stylesheet', href: nudgesCss },
]
export const meta = () => [{ title: `Nudge – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site, team } = await requireSite(args)
  const wanted = { uuid: namedNudge(args), timeZone: site.timeZone }
  const { services } = args.context
  const editor = await readEditor(services, scope, wanted)
  return {
    ...editor,
    mayEdit: mayDo(team.role, 'site:edit'),
    blockLink:
      editor.surface === 'inline' ? await findBlockLink(services, scope, editor.type) : null,
    host: new URL(site.url).host,
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

const loadProbe = () => import('./probe-panel.tsx')

function NudgeEditor({ loaded }: { loaded: Loaded }) {
  const { uuid, surface, mayEdit, versions, now, host } = loaded
  const [preview, ask] = useLivePreview(uuid, loaded.preview)
  const probe = useLate(loadProbe)
  return (
    <Screen
      title={loaded.name}
      lead={`${loaded.form.typeName} · ${surface === 'popup' ? 'Popup' : 'Inline'}`}
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
          {probe && <probe.ProbePanel preview={preview} />}
          {mayEdit && (
            <Panel>
              <h2 className="part-title">Preview on your site</h2>
              <p className="part-lead">See the saved draft on your site before anyone else does.</p>
              <NudgePreviewLink host={host} action={`/nudges/${uuid}`} />
            </Panel>
          )}
          {versions.length > 0 && (
            <Versions versions={versions} current={loaded.version} now={now} mayEdit={mayEdit} />
          )}
          <p>
            <Link className="text-link" to={listPathOf(surface)}>
              Back to nudges
            </Link>
          </p>
        </div>
      </div>
    </Screen>
  )
}

type EditorFormProps = {
  loaded: Loaded
  preview: EditorPreview
  onEdit: (form: FormData) => void
}

/** All fields in one form: saved as a draft, or saved and published. */
function EditorForm({ loaded, preview, onEdit }: EditorFormProps) {
  const fields = (answer: FormResponse | undefined) => (
    <EditingContext.Provider value={{ values: loaded.values, answer, timeZone: loaded.timeZone }}>
      <Fields loaded={loaded} preview={preview} />
    </EditingContext.Provider>
  )
  if (!loaded.mayEdit) {
    return (
      <fieldset className="editor__locked" disabled>
        <legend className="editor__note">Your role can view this nudge but not edit it.</legend>
        <div className="parts">{fields(undefined)}</div>
      </fieldset>
    )
  }
  return (
    <SettingsForm
      hidden={{ intent: 'save' }}
      className="parts"
      onEdit={onEdit}
      acts={
        <button type="submit" name="then" value="publish" className="plain-button">
          Save and publish
        </button>
      }
    >
      {fields}
    </SettingsForm>
  )
}

const Fields = ({ loaded, preview }: Pick<EditorFormProps, 'loaded' | 'preview'>) => {
  const { form, surface, reads, planToSkip, listSizeHelp } = loaded
  return (
    <>
      <Section title="Name">
        <TextField name="name" label="Name" help="Only your organization sees this." />
      </Section>
      <ContentFields fields={form.fields} />
      <MessageFields message={form.message} />
      <DataFields form={form} reads={reads} listSizeHelp={listSizeHelp} />
      {surface === 'inline' && <PlacementFields loaded={loaded} />}
      <RulesFields windows={preview.windows} />
      <FrequencyFields form={form} reads={reads} planToSkip={planToSkip} />
      <LookFields surface={surface} contrasts={preview.contrasts} />
    </>
  )
}
