/** A button for something hard to undo: a dialog asks first. */
import { Button } from '@shopify/polaris'
import { useId, useRef, type ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useEachAnswer } from './each-answer.ts'
import { useFormFetcher } from './form-fetcher.tsx'
import { FormMessage } from './form-message.tsx'

type ConfirmFormProps = {
  /** Hidden fields, including the intent. */
  hidden: Readonly<Record<string, string>>
  /** Label of the button on the screen. */
  action: string
  /** Accessible name of that button, where several have the same label. */
  actionLabel?: string
  /** The question. */
  title: string
  /** Label of the button that does it: the verb of the title. */
  confirm: string
  /** What is lost. */
  children: ReactNode
}

/** Without a script the button unfolds what the dialog would say. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { hidden, action, actionLabel, title, confirm, children } = props
  const isHydrated = useHydrated()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { Form, ref, answer, isBusy } = useFormFetcher(() => dialog.current?.close())
  const close = () => {
    dialog.current?.close()
  }
  // The message is on the screen, below the dialog.
  useEachAnswer(answer, close)

  const form = (
    <Form ref={ref} method="post">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button submit variant="primary" tone="critical" size="large" loading={isBusy}>
        {confirm}
      </Button>
    </Form>
  )
  if (!isHydrated) {
    return (
      <details>
        <summary className="plain-button" aria-label={actionLabel}>
          {action}
        </summary>
        {children}
        {form}
      </details>
    )
  }
  return (
    <div>
      <FormMessage answer={answer} />
      <Button
        {...(actionLabel === undefined ? {} : { accessibilityLabel: actionLabel })}
        onClick={() => dialog.current?.showModal()}
      >
        {action}
      </Button>
      <dialog ref={dialog} className="dialog" aria-labelledby={titleId}>
        <h2 id={titleId} className="dialog__title">
          {title}
        </h2>
        {children}
        <div className="dialog__actions">
          <button type="button" className="plain-button" onClick={close}>
            Cancel
          </button>
          {form}
        </div>
      </dialog>
    </div>
  )
}
