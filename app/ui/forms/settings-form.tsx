/** Form for what is stored, with a save bar that appears once a field changes. */
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useHost } from '#app/browser/host.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Button } from '../kit/button.tsx'
import { useEachAnswer } from './each-answer.ts'
import { FormBody } from './form-body.tsx'
import { useFormFetcher } from './form-fetcher.ts'
import { fieldsChanged } from './notify-form.ts'
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
  const { Form, ref, answer, done, isBusy } = useFormFetcher(undefined, hidden)
  const [round, setRound] = useState(0)
  const { isDirty, compare, settle } = useDirty(ref, onEdit)
  useEachAnswer(done, settle)
  // Discarded: the fields were rendered again with what is stored.
  useEffect(settle, [round, settle])
  const discard = useCallback(() => {
    setRound((count) => count + 1)
  }, [])
  const save = useCallback(() => ref.current?.requestSubmit(), [ref])

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
      <Unsaved {...{ isDirty, isSaving: isBusy, save, discard }} />
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
        <PageSaveBar {...{ isDirty, isBusy, discard, acts }} />
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
  isBusy: boolean
  discard: () => void
  acts: ReactNode
}

const PageSaveBar = ({ isDirty, isBusy, discard, acts }: PageSaveBarProps) => (
  <div className={`save-bar row between gap-12${isDirty ? ' save-bar--dirty floating' : ''}`}>
    <p className="medium" role="status">
      {isDirty ? 'Unsaved changes' : ''}
    </p>
    <div className="row gap-8">
      {isDirty && <Button onClick={discard}>Discard</Button>}
      <Button submit variant="primary" loading={isBusy}>
        Save
      </Button>
      {acts}
    </div>
  </div>
)

/** Compares the fields with the ones that were stored last. */
function useDirty(
  formRef: RefObject<HTMLFormElement>,
  onEdit: ((form: FormData) => void) | undefined,
) {
  const stored = useRef<string | null>(null)
  const last = useRef<string | null>(null)
  // A caller's new function must not look like a changed form.
  const notify = useRef(onEdit)
  const [isDirty, setIsDirty] = useState(false)

  useEffect(() => {
    notify.current = onEdit
  }, [onEdit])

  const compare = useCallback(() => {
    if (!formRef.current) return
    const data = new FormData(formRef.current)
    const text = serialize(data)
    stored.current ??= text
    setIsDirty(text !== stored.current)
    if (last.current !== null && text !== last.current) notify.current?.(data)
    last.current = text
  }, [formRef])

  useEffect(() => {
    const form = formRef.current
    form?.addEventListener(fieldsChanged, compare)
    return () => {
      form?.removeEventListener(fieldsChanged, compare)
    }
  }, [formRef, compare])

  // A render can change fields without an event, for example by sorting a list.
  useEffect(compare)

  const settle = useCallback(() => {
    stored.current = null
    compare()
  }, [compare])

  return { isDirty, compare, settle }
}

const serialize = (data: FormData) =>
  JSON.stringify(
    [...data].map(([name, value]) => [name, typeof value === 'string' ? value : 'file']),
  )
