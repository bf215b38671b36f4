/**
 * A message with its facts as chips and the linter's marks in its words.
 *
 * It is a native text area over a drawing of the same text: typing, pasting, undo, input methods and
 * screen readers are the browser's own, and the stored text is what was typed. An editable element
 * that holds real chips has to rebuild all of these, differently in each browser. Without a script
 * the same text area shows its own text.
 */
import { useRef, useState, type FocusEvent } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import {
  mayBeMissing,
  templateSlots,
  type TemplateVariable,
} from '#app/domain/nudges/message-template.ts'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { Labelled } from '#app/ui/kit/text-field.tsx'
import { useLate } from '#app/ui/use-late.ts'
import { useEditing } from '../field.tsx'
import { defaultSlot } from './fact-names.ts'
import { typeOver } from './type-over.ts'
import { useFactList } from './use-fact-list.ts'

type FactFieldProps = {
  name: string
  label: string
  /** Our wording, to begin with. It isn't stored: it follows the site's language. */
  ready?: string
  /** Facts to insert. */
  offers?: readonly TemplateVariable[]
  /** Whether a fact can need something to show in its place. */
  canBeMissing?: (name: string) => boolean
  help?: string
  maxLength?: number
}

const loadParts = () => import('./fact-parts.tsx')

export function FactField(props: FactFieldProps) {
  const { name, label, ready = '', offers = [], canBeMissing = mayBeMissing } = props
  const { help, maxLength } = props
  const { values, answer, findings } = useEditing()
  const isHydrated = useHydrated()
  const parts = useLate(loadParts)
  const stored = answer?.values[name] ?? values[name] ?? ''
  const [typed, setTyped] = useState(stored === '' ? null : stored)
  const text = typed ?? ready
  const [error, dismiss] = useFieldError(answer?.errors, name)
  const part = useNotifyForm<HTMLDivElement>(text)
  const field = useRef<HTMLTextAreaElement>(null)
  const [chip, setChip] = useState<number | null>(null)
  const list = useFactList(offers)
  const id = fieldId(name)
  const found = findings.filter((finding) => finding.field === name)

  const change = (next: string) => {
    setTyped(next === ready ? null : next)
    dismiss()
  }
  const insert = (fact: TemplateVariable) => {
    if (field.current) typeOver(field.current, list.from, defaultSlot(fact))
    list.close()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && part.current?.contains(relatedTarget)) return
    list.close()
    setChip(null)
  }

  return (
    <div ref={part} className="stack gap-6" onBlur={leave}>
      {isHydrated && <input type="hidden" name={name} value={oneLine(typed ?? '')} />}
      <Labelled
        id={id}
        label={label}
        error={error}
        {...(help === undefined ? {} : { helpText: help })}
      >
        <div className="message-field__box">
          {parts && (
            <parts.MessageDrawing
              text={text}
              marks={found.map(({ level, words }) => ({ level, words }))}
            />
          )}
          <textarea
            ref={field}
            id={id}
            {...(isHydrated ? {} : { name })}
            className="message-field__text"
            rows={1}
            dir="auto"
            maxLength={maxLength}
            placeholder={ready}
            autoComplete="off"
            value={isHydrated ? text : stored}
            aria-invalid={error !== false}
            aria-describedby={[
              ...(error === false ? [] : [`${id}Error`]),
              ...(help === undefined ? [] : [`${id}HelpText`]),
              ...(found.length === 0 ? [] : [`${id}-findings`]),
            ].join(' ')}
            {...(list.options === null ? {} : list.aria(id))}
            onChange={({ currentTarget }) => {
              change(currentTarget.value)
              list.follow(currentTarget)
            }}
            onSelect={({ currentTarget }) => {
              setChip(chipAt(currentTarget))
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (list.press(event, insert)) return
              if (event.key === 'Escape') setChip(null)
              if (event.key !== 'Enter') return
              // A message has one line: Enter saves, as in other fields.
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
          />
        </div>
      </Labelled>
      {parts && list.options !== null && (
        <parts.FactList id={id} label={label} options={list.options} at={list.at} insert={insert} />
      )}
      {parts && chip !== null && list.options === null && (
        <parts.FactChip
          {...{ text, label, canBeMissing, field, change }}
          place={chip}
          close={() => {
            setChip(null)
          }}
        />
      )}
      {found.length > 0 && (
        <ul id={`${id}-findings`} className="stack gap-4 plain-list">
          {found.map(({ level, sentence }) => (
            <li key={sentence} className={`sign prose sign--${level}`}>
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {/* Takes its space before its script has loaded, so nothing moves. */}
      {offers.length > 0 &&
        (parts ? (
          <button
            type="button"
            className="editor__go text-link"
            aria-label={`Add a fact to ${label}`}
            onClick={() => {
              if (field.current) list.open(field.current)
            }}
          >
            + Add a fact
          </button>
        ) : (
          <p>&nbsp;</p>
        ))}
      <p className="visually-hidden" role="status">
        {list.options !== null && 'Facts: choose with the arrow keys and Enter.'}
        {chip !== null && list.options === null && 'Fact: press Tab for its settings.'}
      </p>
    </div>
  )
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

/** The fact around the caret. */
function chipAt({ value, selectionStart: at, selectionEnd }: HTMLTextAreaElement): number | null {
  if (at !== selectionEnd) return null
  const place = templateSlots(value).findIndex(
    ({ start, text }) => start < at && at < start + text.length,
  )
  return place === -1 ? null : place
}
