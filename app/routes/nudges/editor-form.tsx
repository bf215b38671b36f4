/** All fields of a nudge in one form: saved as a draft, or saved and published. */
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { ContentFields } from './contents/content-fields.tsx'
import { EditingContext, Section, TextField } from './field.tsx'
import type { EditorPreview } from './editor.server.ts'
import { LookFields } from './look-fields.tsx'
import { MessageFields } from './message-fields.tsx'
import type { Loaded } from './nudge.tsx'
import { DataFields, FrequencyFields } from './query-fields.tsx'
import { PlacementFields, RulesFields } from './rules-fields.tsx'

type EditorFormProps = {
  loaded: Loaded
  preview: EditorPreview
  onEdit: (form: FormData) => void
}

export function EditorForm({ loaded, preview, onEdit }: EditorFormProps) {
  const fields = (answer: FormResponse | undefined) => (
    <EditingContext.Provider value={{ values: loaded.values, answer, timeZone: loaded.timeZone }}>
      <Fields loaded={loaded} preview={preview} />
    </EditingContext.Provider>
  )
  if (!loaded.mayEdit) {
    return (
      <fieldset className="editor__locked" disabled>
        <legend className="editor__note">Your role may look at it and not change it.</legend>
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
  const { form, surface, reads, planToSkip } = loaded
  return (
    <>
      <Section title="Name">
        <TextField name="name" label="Name" help="You alone read it." />
      </Section>
      <ContentFields fields={form.fields} />
      <DataFields form={form} reads={reads} />
      <MessageFields message={form.message} />
      {surface === 'inline' && <PlacementFields uuid={loaded.uuid} />}
      <RulesFields windows={preview.windows} />
      <FrequencyFields form={form} reads={reads} planToSkip={planToSkip} />
      <LookFields surface={surface} contrasts={preview.contrasts} />
    </>
  )
}
