/** Form for what is stored, with a save bar that appears once a field changes. */
import type { ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useHost, type ScreenAction } from '#app/browser/host.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Button } from '../kit/button.tsx'
import { FormBody } from './form-body.tsx'
import { useFormFetcher } from './form-fetcher.ts'
import { useUnsavedFields } from './unsaved-fields.ts'
import { Unsaved } from './unsaved.tsx'

type Draft = {
  /**
   * The button that publishes the fields, the main one while they have unsaved changes. Null: there is
   * nothing to publish. Absent: it is elsewhere on the screen, after saving.
   */
  main?: Extract<ScreenAction, { isBusy: boolean }> | null
}

type SettingsFormProps = {
  /** Hidden fields, including the intent. */
  hidden?: Readonly<Record<string, string>>
  /** Another route's URL; absent for the screen's own action. */
  to?: string
  /**
   * Label of the button that saves, for a short form among others on its screen. Absent: the form is
   * the screen, and has a bar at its end.
   */
  action?: string
  className?: string
  /** Id of the form, to submit it from elsewhere. */
  id?: string
  /** Receives the fields whenever they change, for a preview. */
  onEdit?: (form: FormData) => void
  /** Additional buttons after the one that saves, which Enter in a field presses. */
  acts?: ReactNode
  /** Saving stores a draft, which visitors don’t see. Absent: what is saved applies. */
  draft?: Draft
  children: (answer: FormResponse | undefined) => ReactNode
}

export function SettingsForm(props: SettingsFormProps) {
  const { admin } = useHost()
  const { hidden = {}, to, action, className = 'form', id, onEdit, acts, draft, children } = props
  const { Form, ref, isBusy, ...given } = useFormFetcher(undefined, hidden)
  const { unsaved, compare, round, answer } = useUnsavedFields({ ref, isBusy, ...given, onEdit })

  // Not on input: browsers report a choice by key as input and then as change, and a render between
  // the two puts a select's former value back.
  return (
    <Form
      ref={ref}
      {...(id === undefined ? {} : { id })}
      method="post"
      {...(to === undefined ? {} : { action: to })}
      className={className}
      noValidate
      onChange={compare}
    >
      <Unsaved {...unsaved} />
      <FormBody {...{ answer, hidden, round }}>{children}</FormBody>
      {admin ? (
        <>
          {/* Enter in a field presses the first button that submits: it must be the one that saves. */}
          <button type="submit" hidden />
          {acts}
        </>
      ) : action !== undefined ? (
        <ShortFormButton {...{ action, isBusy, needsScript: to !== undefined }} />
      ) : (
        <PageSaveBar {...unsaved} {...{ acts, draft }} />
      )}
    </Form>
  )
}

type ShortFormButtonProps = { action: string; isBusy: boolean; needsScript: boolean }

/** Without a script the browser would show another route's JSON. */
const ShortFormButton = ({ action, isBusy, needsScript }: ShortFormButtonProps) => (
  <Button submit disabled={!useHydrated() && needsScript} loading={isBusy}>
    {action}
  </Button>
)

type PageSaveBarProps = {
  isDirty: boolean
  isSaving: boolean
  discard: () => void
  acts: ReactNode
  draft: Draft | undefined
}

/**
 * The main button comes first: it appears and grows with the changes, while the others keep their places
 * under the pointer. It doesn't submit, so Enter in a field presses the one that saves.
 */
const PageSaveBar = ({ isDirty, isSaving, discard, acts, draft }: PageSaveBarProps) => (
  <div className={`save-bar row between gap-12${isDirty ? ' save-bar--dirty floating' : ''}`}>
    <div className="save-bar__state">
      <p className="medium" role="status">
        {isDirty ? 'Unsaved changes' : ''}
      </p>
      {isDirty && !draft && <p className="muted small">They apply as soon as you save.</p>}
    </div>
    <div className="row gap-8">
      {isDirty && draft?.main && (
        <Button variant="primary" loading={draft.main.isBusy} onClick={draft.main.onAct}>
          {draft.main.label}
        </Button>
      )}
      {isDirty && !draft && <Button onClick={discard}>Discard</Button>}
      <Button
        submit
        loading={isSaving}
        {...(draft?.main === undefined ? { variant: 'primary' as const } : {})}
      >
        {draft ? 'Save draft' : 'Save'}
      </Button>
      {isDirty && draft && <Button onClick={discard}>Discard</Button>}
      {acts}
    </div>
  </div>
)
