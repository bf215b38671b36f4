/** The owner's checkout paths, with seen pages that one press adds. */
import { useHydrated } from 'remix-utils/use-hydrated'
import type { CheckoutReason, CheckoutSuggestion } from '#app/domain/sites/suggest-checkouts.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { fieldId, useFieldError, useTyped } from '#app/ui/forms/fields.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'

type CheckoutPathsProps = {
  stored: readonly string[]
  suggestions: readonly CheckoutSuggestion[]
  answer: FormResponse | undefined
}

export function CheckoutPaths({ stored, suggestions, answer }: CheckoutPathsProps) {
  const name = 'checkoutPaths'
  const id = fieldId(name)
  const [value, setValue] = useTyped(id, answer?.values[name] ?? stored.join('\n'))
  const [error, dismiss] = useFieldError(answer?.errors, name)
  const part = useNotifyForm<HTMLDivElement>(value)
  const lines = value.split('\n').map((line) => line.trim())
  const add = (path: string) => {
    setValue([...lines.filter((line) => line !== ''), path].join('\n'))
    dismiss()
    // The pressed button disappears.
    document.getElementById(id)?.focus()
  }

  return (
    <div ref={part} className="form">
      <TextField
        id={id}
        name={name}
        label="My checkout begins with"
        autoComplete="off"
        multiline={2}
        helpText="If your checkout has another URL, enter its beginning, for example /till, /index.php?page=pay or /#/pay. One per line, up to 10."
        value={value}
        error={error}
        onChange={(typed) => {
          setValue(typed)
          dismiss()
        }}
      />
      <Suggestions
        suggestions={suggestions.filter(({ path }) => !lines.includes(path))}
        onAdd={add}
      />
    </div>
  )
}

type SuggestionsProps = {
  suggestions: readonly CheckoutSuggestion[]
  onAdd: (path: string) => void
}

/** Without a script the paths can be typed. */
function Suggestions({ suggestions, onAdd }: SuggestionsProps) {
  const isHydrated = useHydrated()
  if (suggestions.length === 0) return null
  return (
    <section aria-labelledby="checkout-suggestions">
      <h3 id="checkout-suggestions" className="strong">
        Is this part of your checkout?
      </h3>
      <p className="muted prose break-anywhere">
        Visitors opened these pages in the last 7 days. Add a path to hide nudges on all pages that
        begin with it.
      </p>
      <ul className="rows">
        {suggestions.map(({ path, reason }) => (
          <li key={path} className="rows__row">
            <span className="rows__words stack">
              <code>{path}</code>
              <span className="muted prose break-anywhere">{reasonWords[reason]}</span>
            </span>
            {isHydrated && (
              <Button
                size="large"
                accessibilityLabel={`Add ${path}`}
                onClick={() => {
                  onAdd(path)
                }}
              >
                Add
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const reasonWords: Record<CheckoutReason, string> = {
  payment_fields: 'Has fields for a payment card',
  checkout_words: 'Its URL looks like a checkout',
  after_cart: 'Most visitors open it right after the cart',
  thank_you_words: 'Its URL looks like a thank-you page',
}
