/** A form of settings: a bar appears once something was changed, and saves or throws it away. */
import { useFetcher } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { Fragment, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useHost } from '#app/browser/host.ts'
import { useEachAnswer } from './each-answer.ts'
import { useFocusFirstError } from './fields.tsx'
import { FormMessage } from './form-message.tsx'
import { useFaultToast } from './keep-form.ts'
import type { Saved } from './saved-form.tsx'
import { UnsavedGuard } from './unsaved.tsx'

type EditFormProps = {
  /** Sent along, the intent among them. */
  hidden?: Readonly<Record<string, string>>
  className?: string
  /** What was typed so far, whenever it changed: for a preview. */
  onEdit?: (form: FormData) => void
  /** More buttons of the bar. */
  acts?: ReactNode
  children: (answer: FormResponse | undefined) => ReactNode
}

export function EditForm(props: EditFormProps) {
  const { hidden = {}, className = 'form', onEdit, acts, children } = props
  const { Form, data: given, state } = useFetcher<FormResponse | Saved>()
  const [round, setRound] = useState(0)
  const { form, isDirty, look, settle } = useDirty(onEdit)
  const { toast } = useHost()
  const answer = given && 'errors' in given ? given : undefined
  const saved = given && 'saved' in given ? given : undefined
  useFocusFirstError(form, answer)
  useFaultToast(answer)
  useEachAnswer(saved, ({ saved: words }) => {
    settle()
    toast('success', words)
  })
  // Thrown away: the fields were drawn anew with what is stored.
  useEffect(settle, [round, settle])

  return (
    <Form ref={form} method="post" className={className} noValidate onInput={look}>
      <UnsavedGuard isDirty={isDirty} />
      <FormMessage answer={answer} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Fragment key={round}>{children(answer)}</Fragment>
      <div className={isDirty ? 'save-bar save-bar--dirty' : 'save-bar'}>
        <p className="save-bar__words" role="status">
          {isDirty ? 'Not saved yet' : ''}
        </p>
        <div className="save-bar__acts">
          {acts}
          {isDirty && (
            <Button
              onClick={() => {
                setRound((count) => count + 1)
              }}
            >
              Discard
            </Button>
          )}
          <Button submit variant="primary" loading={state !== 'idle'}>
            Save
          </Button>
        </div>
      </div>
    </Form>
  )
}

/** Compares what would be sent with what was sent last. */
function useDirty(onEdit: ((form: FormData) => void) | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const stored = useRef<string | null>(null)
  const last = useRef<string | null>(null)
  // Another function with each drawing must not look like another form: what is dirty stays so.
  const tell = useRef(onEdit)
  const [isDirty, setIsDirty] = useState(false)

  useEffect(() => {
    tell.current = onEdit
  }, [onEdit])

  const look = useCallback(() => {
    if (!form.current) return
    const data = new FormData(form.current)
    const text = textOf(data)
    stored.current ??= text
    setIsDirty(text !== stored.current)
    if (last.current !== null && text !== last.current) tell.current?.(data)
    last.current = text
  }, [])

  // Fields that no hand typed into change by a drawing: a list that was sorted, a colour that was picked.
  useEffect(look)

  const settle = useCallback(() => {
    stored.current = null
    look()
  }, [look])

  return { form, isDirty, look, settle }
}

const textOf = (data: FormData) =>
  JSON.stringify(
    [...data].map(([name, value]) => [name, typeof value === 'string' ? value : 'file']),
  )
