/** Settings form with a save bar that appears once a field changes. */
import { Button } from '@shopify/polaris'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useHost } from '#app/browser/host.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useEachAnswer } from './each-answer.ts'
import { FormBody, useFormFetcher } from './form-fetcher.tsx'
import { fieldsChanged } from './notify-form.ts'
import { UnsavedGuard } from './unsaved.tsx'

type SettingsFormProps = {
  /** Hidden fields, including the intent. */
  hidden?: Readonly<Record<string, string>>
  className?: string
  /** Receives the fields whenever they change, for a preview. */
  onEdit?: (form: FormData) => void
  /** Additional buttons in the save bar. */
  acts?: ReactNode
  children: (answer: FormResponse | undefined) => ReactNode
}

export function SettingsForm(props: SettingsFormProps) {
  const { admin } = useHost()
  const { hidden = {}, className = 'form', onEdit, acts, children } = props
  const { Form, ref, answer, done, isBusy } = useFormFetcher()
  const [round, setRound] = useState(0)
  const { isDirty, compare, settle } = useDirty(ref, onEdit)
  useEachAnswer(done, settle)
  // Discarded: the fields were rendered again with what is stored.
  useEffect(settle, [round, settle])
  const discard = () => {
    setRound((count) => count + 1)
  }

  // Not on input: browsers report a choice by key as input and then as change, and a render between
  // the two puts a select's former value back.
  return (
    <Form ref={ref} method="post" className={className} noValidate onChange={compare}>
      <UnsavedGuard isDirty={isDirty} />
      <FormBody {...{ answer, hidden, round }}>{children}</FormBody>
      {admin ? (
        <>
          <admin.SaveBar
            isDirty={isDirty}
            isSaving={isBusy}
            onSave={() => ref.current?.requestSubmit()}
            onDiscard={discard}
          />
          {acts && <div className="save-bar__acts">{acts}</div>}
        </>
      ) : (
        <PageSaveBar {...{ isDirty, isBusy, discard, acts }} />
      )}
    </Form>
  )
}

type PageSaveBarProps = {
  isDirty: boolean
  isBusy: boolean
  discard: () => void
  acts: ReactNode
}

const PageSaveBar = ({ isDirty, isBusy, discard, acts }: PageSaveBarProps) => (
  <div className={isDirty ? 'save-bar save-bar--dirty' : 'save-bar'}>
    <p className="save-bar__words" role="status">
      {isDirty ? 'Unsaved changes' : ''}
    </p>
    <div className="save-bar__acts">
      {acts}
      {isDirty && <Button onClick={discard}>Discard</Button>}
      <Button submit variant="primary" loading={isBusy}>
        Save
      </Button>
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
