/** Form for what is stored, with a save bar that appears once a field changes. */
import type { ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useHost } from '#app/browser/host.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Button } from '../kit/button.tsx'
import { FormBody } from './form-body.tsx'
import { useFormFetcher } from './form-fetcher.ts'
import { useUnsavedFields } from './unsaved-fields.ts'
import { Unsaved } from './unsaved.tsx'

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
  children: (answer: FormResponse | undefined) => ReactNode
}

export function SettingsForm(props: SettingsFormProps) {
  const { admin } = useHost()
  const { hidden = {}, to, action, className = 'form', id, onEdit, acts, children } = props
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
        <PageSaveBar {...unsaved} acts={acts} />
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
}

const PageSaveBar = ({ isDirty, isSaving, discard, acts }: PageSaveBarProps) => (
  <div className={`save-bar row between gap-12${isDirty ? ' save-bar--dirty floating' : ''}`}>
    <p className="medium" role="status">
      {isDirty ? 'Unsaved changes' : ''}
    </p>
    <div className="row gap-8">
      {isDirty && <Button onClick={discard}>Discard</Button>}
      <Button submit variant="primary" loading={isSaving}>
        Save
      </Button>
      {acts}
    </div>
  </div>
)
