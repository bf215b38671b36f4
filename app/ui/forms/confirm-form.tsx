/** Buttons for something hard to undo: a dialog asks first. */
import { useRef, useState, type ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Dialog } from '../dialog.tsx'
import { Button, NativeButton, SummaryButton } from '../kit/button.tsx'
import type { MenuAct } from '../menu.tsx'
import { useEachAnswer } from './each-answer.ts'
import { useFormFetcher } from './form-fetcher.ts'
import { FormMessage } from './form-message.tsx'

type Question = {
  /** Label of the button on the screen. */
  action: string
  /** Accessible name of that button, where several have the same label. */
  actionLabel?: string
  /** The question. */
  title: string
  /** Label of the button that does it: the verb of the title. */
  confirm: string
  /** Everything that is lost. */
  children: ReactNode
}

type ConfirmFormProps = Question & {
  /** Fields, including the intent. */
  hidden: Readonly<Record<string, string>>
  /** The button is shown, and does nothing. */
  isDisabled?: boolean
}

export function ConfirmForm(props: ConfirmFormProps) {
  const { hidden, action, actionLabel, title, confirm, children, isDisabled = false } = props
  const isHydrated = useHydrated()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
  }
  const { Form, ref, answer, isBusy } = useFormFetcher(close, hidden)
  // The message is on the screen, below the dialog.
  useEachAnswer(answer, close)

  return (
    <div>
      <FormMessage answer={answer} />
      <Form ref={ref} method="post">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {!isHydrated && (
          <Unfolding
            {...props}
            confirm={
              <Button submit variant="primary" tone="critical" size="large">
                {confirm}
              </Button>
            }
          />
        )}
      </Form>
      {isHydrated && (
        <>
          <Button
            {...(actionLabel === undefined ? {} : { accessibilityLabel: actionLabel })}
            disabled={isDisabled}
            onClick={() => {
              setIsOpen(true)
            }}
          >
            {action}
          </Button>
          <Dialog
            {...{ title, isOpen }}
            onClose={close}
            act={{
              label: confirm,
              isCritical: true,
              isBusy,
              onAct: () => ref.current?.requestSubmit(),
            }}
            dismiss="Cancel"
          >
            {children}
          </Dialog>
        </>
      )}
    </div>
  )
}

type ConfirmSubmitProps = Question & {
  /** The field that the button adds to the form. */
  name: string
  value: string
  /** The button on the screen. */
  as: typeof NativeButton | typeof MenuAct
  isDisabled: boolean
}

/** The same for one button of a larger form, whose other fields are sent with it. */
export function ConfirmSubmit(props: ConfirmSubmitProps) {
  const { name, value, action, actionLabel, title, confirm, children } = props
  const { as: Opener, isDisabled } = props
  const isHydrated = useHydrated()
  const submitter = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
  }

  if (!isHydrated) {
    return (
      <Unfolding
        {...props}
        confirm={
          <NativeButton isCritical name={name} value={value}>
            {confirm}
          </NativeButton>
        }
      />
    )
  }
  return (
    <div>
      <Opener
        type="button"
        aria-label={actionLabel}
        aria-haspopup="dialog"
        disabled={isDisabled}
        onClick={() => {
          setIsOpen(true)
        }}
      >
        {action}
      </Opener>
      {/* Only while asked: Enter in a field presses a form's first button, hidden or not. */}
      {isOpen && <button ref={submitter} hidden name={name} value={value} />}
      <Dialog
        {...{ title, isOpen }}
        onClose={close}
        act={{
          label: confirm,
          isCritical: true,
          isBusy: false,
          onAct: () => {
            submitter.current?.form?.requestSubmit(submitter.current)
            close()
          },
        }}
        dismiss="Cancel"
      >
        {children}
      </Dialog>
    </div>
  )
}

type UnfoldingProps = Pick<Question, 'action' | 'actionLabel' | 'children'> & { confirm: ReactNode }

/** Without a script the button unfolds what the dialog would say. */
const Unfolding = ({ action, actionLabel, children, confirm }: UnfoldingProps) => (
  <details>
    <SummaryButton label={actionLabel}>{action}</SummaryButton>
    {children}
    {confirm}
  </details>
)
