/** The studio's fields, in one form: saved as a draft, or saved and published. */
import { useEffect, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { ContentFields } from './contents/content-fields.tsx'
import { EditingContext, Section, TextField } from './field.tsx'
import { LookFields } from './look-fields.tsx'
import { MessageFields } from './message/message-fields.tsx'
import type { Loaded } from './nudge.tsx'
import { PanelPart, panelOf, type PanelName } from './panels.tsx'
import { PositionFields } from './position-fields.tsx'
import { publishId } from './publish-action.ts'
import { CountryField, DataFields, FrequencyFields } from './query-fields.tsx'
import { PlacementFields, ScheduleFields, TargetingFields } from './rules-fields.tsx'
import type { Edits } from './use-edits.ts'
import type { Pointing } from './use-pointing.ts'

const formId = 'nudge'

type EditorFormProps = {
  loaded: Loaded
  preview: EditorPreview
  panel: PanelName
  open: (panel: PanelName) => void
  edits: Edits
  pointing: Pointing
  onEdit: (form: FormData) => void
}

export function EditorForm(props: EditorFormProps) {
  const { loaded, panel, edits, onEdit } = props
  const { note } = edits
  const isHydrated = useHydrated()
  useEffect(() => {
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) note(new FormData(form))
  }, [note])

  if (!loaded.mayEdit) {
    return (
      <fieldset className="editor__locked" disabled hidden={panel === 'proof'}>
        <legend className="editor__note">Your role can view this nudge but not edit it.</legend>
        <Fields {...props} answer={undefined} />
      </fieldset>
    )
  }
  return (
    <div hidden={panel === 'proof'}>
      <SettingsForm
        id={formId}
        hidden={{ intent: 'save' }}
        className="parts"
        onEdit={(form) => {
          note(form)
          onEdit(form)
        }}
        acts={
          <button
            type="submit"
            id={publishId}
            name="then"
            value="publish"
            className="plain-button"
            hidden={isHydrated}
          >
            Save and publish
          </button>
        }
      >
        {(answer) => <Fields {...props} answer={answer} />}
      </SettingsForm>
    </div>
  )
}

type FieldsProps = Omit<EditorFormProps, 'onEdit'> & {
  answer: FormResponse | undefined
}

function Fields({ loaded, preview, panel, open, edits, pointing, answer }: FieldsProps) {
  const { form, surface, reads, planToSkip, listSizeHelp, timeZone } = loaded
  const { values, round } = edits
  const [answered, setAnswered] = useState(answer)
  // While rendering: the field with the error gets the focus once this is drawn.
  if (answer !== answered) {
    setAnswered(answer)
    const [wrong] = Object.keys(answer?.errors ?? {})
    if (wrong !== undefined) open(panelOf(wrong))
  }
  // What was undone replaces what was sent.
  const shown = round > 0 && answer ? { ...answer, values: {} } : answer
  return (
    <EditingContext.Provider
      key={round}
      value={{ values, answer: shown, timeZone, findings: preview.findings }}
    >
      <PanelPart name="message" current={panel}>
        <ContentFields fields={form.fields} />
        <MessageFields message={form.message} ready={loaded.ready} />
        <DataFields form={form} reads={reads} listSizeHelp={listSizeHelp} />
        <Section title="Name">
          <TextField name="name" label="Name" help="Only your organization sees this." />
        </Section>
      </PanelPart>
      <PanelPart name="look" current={panel}>
        <LookFields surface={surface} contrasts={preview.contrasts} />
        {surface === 'popup' && <PositionFields ofSite={loaded.sitePositions} />}
      </PanelPart>
      <PanelPart name="where" current={panel}>
        {surface === 'inline' && <PlacementFields {...{ loaded, pointing }} />}
        <TargetingFields>
          <CountryField form={form} />
        </TargetingFields>
      </PanelPart>
      <PanelPart name="when" current={panel}>
        <ScheduleFields windows={preview.windows} />
        <FrequencyFields form={form} reads={reads} planToSkip={planToSkip} />
      </PanelPart>
    </EditingContext.Provider>
  )
}
