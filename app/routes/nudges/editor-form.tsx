/** The studio's fields, in one form: saved as a draft, or saved and published. */
import { Fragment, useEffect, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { fieldLabels } from '#app/domain/nudges/editing/field-labels.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { PlanBadge, PlanGatesContext } from '#app/ui/plan-gate.tsx'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { NativeButton } from '#app/ui/kit/button.tsx'
import { ContentFields } from './contents/content-fields.tsx'
import { EditingContext, Section, EditorTextField } from './field.tsx'
import { LookFields } from './look/look-fields.tsx'
import { MessageFields } from './message/message-fields.tsx'
import type { Loaded } from './nudge.tsx'
import { PanelPart, panelOf, type Panels } from './panels.tsx'
import { PlacementFields } from './placement/placement-fields.tsx'
import { PositionFields } from './look/position-fields.tsx'
import { publishId, turnsOn, type publishAction } from './publish-action.ts'
import { CountryField, DataFields, FrequencyFields } from './query-fields.tsx'
import { ScheduleFields, TargetingFields } from './rules-fields.tsx'
import type { Edits } from './use-edits.ts'

export const formId = 'nudge'

type EditorFormProps = {
  loaded: Loaded
  preview: EditorPreview
  panels: Panels
  edits: Edits
  /** As at the top of the screen. */
  publish: ReturnType<typeof publishAction>
  onEdit: (form: FormData) => void
}

export function EditorForm(props: EditorFormProps) {
  const { loaded, panels, edits, publish, onEdit } = props
  const { note } = edits
  const isHydrated = useHydrated()
  useEffect(() => {
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) note(new FormData(form))
  }, [note])

  const away = panels.current === 'proof' ? 'studio__away' : ''
  if (!loaded.mayEdit) {
    return (
      <fieldset className={`parts m-0 min-w-0 ${away}`} disabled>
        <legend className="muted prose">Your role can view this nudge but not edit it.</legend>
        <Fields {...props} answer={undefined} />
      </fieldset>
    )
  }
  return (
    <div className={away}>
      <SettingsForm
        id={formId}
        hidden={{ intent: 'save' }}
        draft={{ main: publish ?? null, note: scheduleNote(loaded) }}
        onDiscard={edits.reset}
        className="parts"
        onEdit={(form) => {
          note(form)
          onEdit(form)
        }}
        acts={
          <NativeButton id={publishId} name="then" value="publish" hidden={isHydrated}>
            {turnsOn(loaded) ? 'Save, publish and turn on' : 'Save and publish'}
          </NativeButton>
        }
      >
        {(answer) => <Fields {...props} answer={answer} />}
      </SettingsForm>
    </div>
  )
}

const scheduleNote = ({ publishAt, now, timeZone }: Loaded): string | undefined =>
  publishAt && publishAt > now
    ? `Saved changes are published on ${formatDateTime(publishAt, timeZone)}.`
    : undefined

type FieldsProps = Omit<EditorFormProps, 'onEdit' | 'publish'> & {
  answer: FormResponse | undefined
}

function Fields({ loaded, preview, panels, edits, answer }: FieldsProps) {
  const { form, surface, reads, gates, planForType, listSizeHelp, timeZone } = loaded
  const { values, round } = edits
  const [answered, setAnswered] = useState(answer)
  // While rendering: the field with the error gets the focus once this is drawn.
  if (answer !== answered) {
    setAnswered(answer)
    const [wrong] = Object.keys(answer?.errors ?? {})
    if (wrong !== undefined) panels.open(panelOf(wrong))
  }
  // Undone values replace the ones that were sent.
  const shown = round > 0 && answer ? { ...answer, values: {} } : answer
  return (
    <PlanGatesContext.Provider value={gates}>
      <TypeGate plan={planForType} />
      <EditingContext.Provider
        value={{ values, answer: shown, timeZone, findings: preview.findings }}
      >
        <PanelPart name="message" panels={panels}>
          <Fragment key={round}>
            <ContentFields fields={form.fields} />
            <MessageFields message={form.message} ready={loaded.ready} />
            <DataFields form={form} reads={reads} listSizeHelp={listSizeHelp} />
            <Section title="Name">
              <EditorTextField
                name="name"
                label={fieldLabels.name}
                help="Only your organization sees this."
              />
            </Section>
          </Fragment>
        </PanelPart>
        <PanelPart name="look" panels={panels}>
          <Fragment key={round}>
            <LookFields
              surface={surface}
              layouts={loaded.layouts}
              contrasts={preview.contrasts}
              ofSite={loaded.siteLook}
              payload={preview.payload?.nudges[0] ? preview.payload : preview.example}
              isOpen={panels.current === 'look'}
            />
            {surface === 'popup' && <PositionFields ofSite={loaded.sitePositions} />}
          </Fragment>
        </PanelPart>
        <PanelPart name="where" panels={panels}>
          {surface === 'inline' && <PlacementFields {...{ loaded, edits }} />}
          <TargetingFields key={round}>
            <CountryField form={form} />
          </TargetingFields>
        </PanelPart>
        <PanelPart name="when" panels={panels}>
          <Fragment key={round}>
            <ScheduleFields windows={preview.windows} />
            <FrequencyFields form={form} reads={reads} />
          </Fragment>
        </PanelPart>
      </EditingContext.Provider>
    </PlanGatesContext.Provider>
  )
}

/** Its settings can be changed, and it can be published on a plan that has it. */
const TypeGate = ({ plan }: { plan: string | null }) =>
  plan === null ? null : (
    <Banner tone="warning">
      Paused by your plan: this type isn’t part of it. <PlanBadge plan={plan} />
    </Banner>
  )
