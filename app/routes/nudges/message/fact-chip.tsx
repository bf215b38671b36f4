/** Settings of one fact in a message: what is shown when it is missing. */
import { factName, templateSlots } from '#app/domain/nudges/message-template.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Checkbox } from '#app/ui/kit/checkbox.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'

type FactChipProps = {
  text: string
  /** Which of the text's facts. */
  place: number
  /** Label of the field. */
  label: string
  canBeMissing: (name: string) => boolean
  /** @param fallback null: the nudge isn't shown without the fact */
  change: (fallback: string | null) => void
  remove: () => void
  close: () => void
}

export function FactChip({ text, place, label, canBeMissing, ...acts }: FactChipProps) {
  const slot = templateSlots(text)[place]
  if (!slot) return null
  const { name, fallback } = slot
  return (
    <div
      role="group"
      aria-label={`${factName(name)} in ${label}`}
      className="message-field__chip-settings"
      onKeyDown={(event) => {
        const isDone = event.key === 'Enter' && event.target instanceof HTMLInputElement
        if (event.key !== 'Escape' && !isDone) return
        // Enter would save the form.
        event.preventDefault()
        acts.close()
      }}
    >
      <p className="message-field__chip-title">{factName(name)}</p>
      {canBeMissing(name) ? (
        <>
          <TextField
            label="If missing, show"
            autoComplete="off"
            value={fallback ?? ''}
            disabled={fallback === null}
            placeholder={fallback === null ? '' : 'Nothing'}
            maxLength={60}
            onChange={acts.change}
          />
          <Checkbox
            label="If missing, hide the nudge"
            checked={fallback === null}
            onChange={(isHidden) => {
              acts.change(isHidden ? null : '')
            }}
          />
        </>
      ) : (
        <p className="editor__note">From your data. It’s never missing.</p>
      )}
      <div className="message-field__chip-acts">
        <Button onClick={acts.close}>Done</Button>
        <Button
          variant="plain"
          tone="critical"
          accessibilityLabel={`Remove ${factName(name)}`}
          onClick={acts.remove}
        >
          Remove
        </Button>
      </div>
    </div>
  )
}
