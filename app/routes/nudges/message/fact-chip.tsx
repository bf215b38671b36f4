/** Settings of one fact in a message: what is shown when it is missing. */
import type { RefObject } from 'react'
import { factName, formatSlot, templateSlots } from '#app/domain/nudges/message-template.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Checkbox } from '#app/ui/kit/checkbox.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'
import { typeOver } from './type-over.ts'

type FactChipProps = {
  text: string
  /** Which of the text's facts. */
  place: number
  /** Label of the field. */
  label: string
  canBeMissing: (name: string) => boolean
  field: RefObject<HTMLTextAreaElement>
  change: (text: string) => void
  close: () => void
}

export function FactChip(props: FactChipProps) {
  const { text, place, label, canBeMissing, field, change, close } = props
  const slot = templateSlots(text)[place]
  if (!slot) return null
  const { name, fallback } = slot
  const leave = () => {
    close()
    if (field.current) leaveSlot(field.current, place)
  }
  return (
    <div
      role="group"
      aria-label={`${factName(name)} in ${label}`}
      className="menu message-field__below stack gap-8"
      onKeyDown={(event) => {
        const isDone = event.key === 'Enter' && event.target instanceof HTMLInputElement
        if (event.key !== 'Escape' && !isDone) return
        // Enter would save the form.
        event.preventDefault()
        leave()
      }}
    >
      <p className="strong">{factName(name)}</p>
      {canBeMissing(name) ? (
        <>
          <TextField
            label="If missing, show"
            autoComplete="off"
            value={fallback ?? ''}
            disabled={fallback === null}
            placeholder={fallback === null ? '' : 'Nothing'}
            maxLength={60}
            onChange={(typed) => {
              change(withFallback(text, place, typed))
            }}
          />
          <Checkbox
            label="If missing, hide the nudge"
            checked={fallback === null}
            onChange={(isHidden) => {
              change(withFallback(text, place, isHidden ? null : ''))
            }}
          />
        </>
      ) : (
        <p className="muted prose">From your data. It’s never missing.</p>
      )}
      <div className="row between gap-16">
        <Button onClick={leave}>Done</Button>
        <Button
          variant="plain"
          tone="critical"
          accessibilityLabel={`Remove ${factName(name)}`}
          onClick={() => {
            close()
            if (field.current) removeSlot(field.current, place)
          }}
        >
          Remove
        </Button>
      </div>
    </div>
  )
}

/** @param fallback null: the nudge isn't shown without the fact */
function withFallback(text: string, place: number, fallback: string | null): string {
  const slot = templateSlots(text)[place]
  if (!slot) return text
  const end = slot.start + slot.text.length
  return text.slice(0, slot.start) + formatSlot(slot.name, fallback) + text.slice(end)
}

/** With the space before it, unless that would join two words. */
function removeSlot(field: HTMLTextAreaElement, place: number): void {
  const slot = templateSlots(field.value)[place]
  if (!slot) return
  const end = slot.start + slot.text.length
  const isSpaced = /^\s$/.test(field.value[slot.start - 1] ?? '')
  const isBeforeSpace = /^\s?$/.test(field.value[end] ?? '')
  field.focus()
  field.setSelectionRange(end, end)
  typeOver(field, isSpaced && isBeforeSpace ? slot.start - 1 : slot.start, '')
}

function leaveSlot(field: HTMLTextAreaElement, place: number): void {
  const slot = templateSlots(field.value)[place]
  const end = slot ? slot.start + slot.text.length : field.value.length
  field.focus()
  field.setSelectionRange(end, end)
}
