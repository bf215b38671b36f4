/**
 * A picker's searchable list. Loaded after the screen, and without Polaris' own list, which would
 * weigh five times as much and split what every first load needs.
 */
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { ComponentType, KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import type { TextFieldProps } from '../../kit/text-field.tsx'
import { LanguageContext } from '../../document-contexts.ts'
import type { PickerProps } from '../picker.tsx'
import { exactOption, findOptions, listOptions, type Pickable } from './picker-options.ts'
import './picker-list.css'

const placeholders: Record<Pickable, string> = {
  country: 'Search countries',
  destination: 'Search countries',
  timeZone: 'Search cities and regions',
  currency: 'Search currencies',
}

type PickerListProps = Omit<PickerProps, 'name'> & { Field: ComponentType<TextFieldProps> }

export function PickerList(props: PickerListProps) {
  const { id, of, label, value, error = false, helpText, allowsMany = false, onChange } = props
  const { Field } = props
  const language = useContext(LanguageContext)
  const [openedAt] = useState(() => Date.now())
  const options = useMemo(() => listOptions(of, language, openedAt), [of, language, openedAt])
  // Null while no search is open.
  const [typed, setTyped] = useState<string | null>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const [active, setActive] = useState(0)
  const whole = useRef<HTMLDivElement>(null)
  const listId = `${id}-list`
  const activeId = `${listId}-active`

  const chosen = allowsMany ? codesIn(value) : [value]
  // Stored codes that the browser doesn't know are shown as they are.
  const labelOf = (code: string) => options.find((one) => one.value === code)?.label ?? code
  const found = findOptions(options, typed ?? '')

  const putList = useCallback(() => {
    const field = whole.current?.querySelector('input')
    if (field) setPlace(placeBeside(field.getBoundingClientRect()))
  }, [])
  const open = (at: number) => {
    putList()
    setActive(at)
  }
  const close = () => {
    setPlace(null)
    setTyped(null)
  }
  const placeOfChosen = () =>
    Math.max(
      0,
      options.findIndex((one) => chosen.includes(one.value)),
    )
  const choose = (code: string) => {
    setTyped(null)
    setActive(
      Math.max(
        0,
        options.findIndex((one) => one.value === code),
      ),
    )
    if (!allowsMany) setPlace(null)
    onChange(allowsMany ? toggle(chosen, code).join(', ') : code)
  }
  const leave = () => {
    const exact = typed === null ? undefined : exactOption(options, typed)
    if (exact && !chosen.includes(exact.value)) choose(exact.value)
    else if (typed?.trim() === '' && !allowsMany) onChange('')
    close()
  }
  const press = (event: KeyboardEvent) => {
    if (event.target !== whole.current?.querySelector('input')) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (place === null) open(placeOfChosen())
      else setActive((active + step + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter' && place !== null) {
      // Chooses instead of sending the form.
      event.preventDefault()
      const option = found[active]
      if (option) choose(option.value)
    } else if (event.key === 'Escape' && place !== null) {
      event.preventDefault()
      close()
    }
  }

  const isOpen = place !== null
  useEffect(() => {
    if (!isOpen) return
    window.addEventListener('resize', putList)
    return () => {
      window.removeEventListener('resize', putList)
    }
  }, [isOpen, putList])
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId, active, place])

  return (
    <div ref={whole} onKeyDown={press}>
      <div
        onClick={() => {
          if (place === null) open(placeOfChosen())
        }}
      >
        <Field
          {...{ id, label, error, helpText }}
          role="combobox"
          ariaAutocomplete="list"
          ariaExpanded={place !== null}
          {...(place === null ? {} : { ariaControls: listId, ariaActiveDescendant: activeId })}
          placeholder={placeholders[of]}
          autoComplete="off"
          spellCheck={false}
          selectTextOnFocus
          value={typed ?? (allowsMany ? '' : labelOf(value))}
          onChange={(text) => {
            setTyped(text)
            open(0)
          }}
          onBlur={leave}
        />
      </div>
      {allowsMany && chosen.length > 0 && (
        <ul className="plain-list row gap-6 mt-8">
          {chosen.map((code) => (
            <li key={code} className="picker__chip row">
              {labelOf(code)}
              <button
                type="button"
                aria-label={`Remove ${labelOf(code)}`}
                onClick={() => {
                  choose(code)
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {place !== null &&
        createPortal(
          <div className="picker__popup floating" style={place}>
            {found.length === 0 && <p role="status">No matches</p>}
            <ul
              id={listId}
              className="plain-list"
              role="listbox"
              aria-label={label}
              aria-multiselectable={allowsMany}
            >
              {found.map((option, at) => (
                <li
                  key={option.value}
                  id={at === active ? activeId : undefined}
                  role="option"
                  aria-selected={chosen.includes(option.value)}
                  className={at === active ? 'picker__option--active' : undefined}
                  // Keeps the focus in the field.
                  onMouseDown={(event) => {
                    event.preventDefault()
                  }}
                  onClick={() => {
                    choose(option.value)
                  }}
                >
                  {option.label}
                </li>
              ))}
            </ul>
          </div>,
          // A card would cut it off; outside of the main part it would be in no landmark.
          document.querySelector('main') ?? document.body,
        )}
    </div>
  )
}

type Place = { left: number; width: number; top: number; transform?: string }

/** Below the field, or above it where the window ends. In the document, so it scrolls along. */
function placeBeside({ left, width, top, bottom }: DOMRect): Place {
  const start = left + window.scrollX
  const below = window.innerHeight - bottom
  return below < leastHeight && top > below
    ? { left: start, width, top: top + window.scrollY - gap, transform: 'translateY(-100%)' }
    : { left: start, width, top: bottom + window.scrollY + gap }
}
const leastHeight = 200
const gap = 4

const codesIn = (value: string) => value.split(/[\s,;]+/).filter((code) => code !== '')

const toggle = (codes: readonly string[], code: string) =>
  codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code]
