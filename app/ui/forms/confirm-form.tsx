/** Buttons for something hard to undo: a dialog asks first. */
import { Button } from '@shopify/polaris'
import { useId, useRef, type ReactNode, type RefObject } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useEachAnswer } from './each-answer.ts'
import { useFormFetcher } from './form-fetcher.tsx'
import { FormMessage } from './form-message.tsx'

type Question = {
  /** Label of the button on the screen. */
  action: string
  /** Accessible name of that button, where several have the same label. */
  actionLabel?: string
  /** The question. */
  title: string
  /** What is lost. */
  children: ReactNode
}

type ConfirmFormProps = Question & {
  /** Hidden fields, including the intent. */
  hidden: Readonly<Record<string, string>>
  /** Label of the button that does it: the verb of the title. */
  confirm: string
}

export function ConfirmForm(props: ConfirmFormProps) {
  const { hidden, action, actionLabel, confirm } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const { Form, ref, answer, isBusy } = useFormFetcher(() => dialog.current?.close())
  // The message is on the screen, below the dialog.
  useEachAnswer(answer, () => dialog.current?.close())

  return (
    <ConfirmDialog
      {...props}
      dialog={dialog}
      message={<FormMessage answer={answer} />}
      opener={
        <Button
          {...(actionLabel === undefined ? {} : { accessibilityLabel: actionLabel })}
          onClick={() => dialog.current?.showModal()}
        >
          {action}
        </Button>
      }
      confirm={
        <Form ref={ref} method="post">
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button submit variant="primary" tone="critical" size="large" loading={isBusy}>
            {confirm}
          </Button>
        </Form>
      }
    />
  )
}

type ConfirmSubmitProps = Question & {
  /** What the button adds to the form. */
  name: string
  value: string
  /** Label of the button that does it: the verb of the title. */
  confirm: string
  /** Class of the button on the screen. */
  className: string
  isDisabled: boolean
}

/** The same for one button of a larger form, whose other fields are sent with it. */
export function ConfirmSubmit(props: ConfirmSubmitProps) {
  const { name, value, action, actionLabel, confirm, className, isDisabled } = props
  const dialog = useRef<HTMLDialogElement>(null)

  return (
    <ConfirmDialog
      {...props}
      dialog={dialog}
      opener={
        <button
          type="button"
          className={className}
          aria-label={actionLabel}
          disabled={isDisabled}
          onClick={() => dialog.current?.showModal()}
        >
          {action}
        </button>
      }
      confirm={
        <button
          className="solid-button solid-button--critical"
          name={name}
          value={value}
          onClick={() => dialog.current?.close()}
        >
          {confirm}
        </button>
      }
    />
  )
}

type ConfirmDialogProps = Question & {
  dialog: RefObject<HTMLDialogElement>
  message?: ReactNode
  opener: ReactNode
  confirm: ReactNode
}

/** Without a script the button unfolds what the dialog would say. */
function ConfirmDialog(props: ConfirmDialogProps) {
  const { dialog, action, actionLabel, title, message, opener, confirm, children } = props
  const isHydrated = useHydrated()
  const titleId = useId()

  if (!isHydrated) {
    return (
      <details>
        <summary className="plain-button" aria-label={actionLabel}>
          {action}
        </summary>
        {children}
        {confirm}
      </details>
    )
  }
  return (
    <div>
      {message}
      {opener}
      <dialog ref={dialog} className="dialog" aria-labelledby={titleId}>
        <h2 id={titleId} className="dialog__title">
          {title}
        </h2>
        {children}
        <div className="dialog__actions">
          <button type="button" className="plain-button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          {confirm}
        </div>
      </dialog>
    </div>
  )
}
