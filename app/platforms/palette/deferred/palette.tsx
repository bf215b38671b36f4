/** A dialog that finds screens, nudges, sites and actions by typing, by keyboard alone. */
import { useFetcher, useSubmit } from '@remix-run/react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useHost } from '#app/browser/host.ts'
import { useLogOut } from '#app/browser/session.tsx'
import type { PaletteData, PaletteProps } from '../palette-data.ts'
import { Keys } from './keys.tsx'
import { findEntries, listEntries, type PaletteAct, type PaletteEntry } from './palette-entries.ts'
import paletteCss from './palette.css?url'

export function Palette(props: PaletteProps) {
  const { facts, screens, keys, view: firstView, takeTyped, onClose } = props
  const [view, setView] = useState(firstView)
  const [typed, setTyped] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  const act = useAct()
  const show = () => {
    if (!dialog.current || dialog.current.open) return
    // Drawn before the field has the focus: a letter typed there sees what was typed before.
    flushSync(() => {
      setTyped(takeTyped())
    })
    dialog.current.showModal()
  }

  const choose = (chosen: PaletteAct) => {
    if (chosen === 'show-keys') {
      setView('keys')
      return
    }
    // Returns the focus first, which the next screen then takes.
    dialog.current?.close()
    act(chosen)
  }

  return (
    <>
      {/* Named here alone, so that no screen counts or loads it before. */}
      <link rel="stylesheet" href={paletteCss} onLoad={show} onError={show} />
      <dialog
        ref={dialog}
        className="dialog floating palette"
        aria-label={view === 'keys' ? 'Keyboard shortcuts' : 'Search'}
        onClose={onClose}
        onClick={({ target, currentTarget }) => {
          // Only the backdrop is the dialog itself: its content covers all of it.
          if (target === currentTarget) currentTarget.close()
        }}
      >
        {view === 'keys' ? (
          <Keys opener={keys} onClose={() => dialog.current?.close()} />
        ) : (
          <Search {...{ facts, screens, typed, setTyped, choose }} />
        )}
      </dialog>
    </>
  )
}

function useAct() {
  const { navigate } = useHost()
  const submit = useSubmit()
  const logOut = useLogOut()
  return (act: Exclude<PaletteAct, 'show-keys'>) => {
    if (act === 'log-out') void logOut()
    else if ('to' in act) navigate(act.to)
    else submit(act.fields, { method: 'post', action: act.action })
  }
}

type SearchProps = Pick<PaletteProps, 'facts' | 'screens'> & {
  typed: string
  setTyped: (typed: string) => void
  choose: (act: PaletteAct) => void
}

function Search({ facts, screens, typed, setTyped, choose }: SearchProps) {
  const { admin } = useHost()
  const { data, load } = useFetcher<PaletteData>()
  const [activeId, setActiveId] = useState<string | null>(null)
  const listId = useId()
  useEffect(() => {
    load('/palette')
  }, [load])

  const entries = listEntries({ facts, screens, data: data ?? null, isFramed: admin !== null })
  const groups = findEntries(entries, typed)
  const found = groups.flatMap((group) => group.entries)
  // The chosen one stays chosen when nudges arrive. Typing begins at the best match again.
  const active = found.find(({ id }) => id === activeId) ?? found[0]
  const optionId = (id: string) => `${listId}-${id}`
  const activeOption = active && optionId(active.id)

  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])

  const press = (event: KeyboardEvent) => {
    // Enter ends the input of a character that takes several keys.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && active) {
      event.preventDefault()
      const at = found.indexOf(active) + step
      setActiveId(found.at(at % found.length)?.id ?? null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (active) choose(active.act)
    }
  }

  return (
    <div className="palette__content">
      <input
        autoFocus
        role="combobox"
        className="palette__field flex-none"
        aria-label="Search screens, nudges and actions"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={activeOption}
        placeholder="Search screens, nudges and actions"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setActiveId(null)
        }}
        onKeyDown={press}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
        className="palette__list"
        hidden={found.length === 0}
      >
        {groups.map(({ group, entries: grouped }) => (
          <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <p
              id={`${listId}-${group}`}
              className="palette__group muted strong"
              role="presentation"
            >
              {group}
            </p>
            {grouped.map((entry) => (
              <Option
                key={entry.id}
                {...{ entry, choose }}
                id={optionId(entry.id)}
                isActive={entry === active}
              />
            ))}
          </div>
        ))}
      </div>
      <p
        role="status"
        className={found.length > 0 ? 'visually-hidden' : 'palette__nothing muted break-anywhere'}
      >
        {describeResult({ count: found.length, typed, isLoaded: data !== undefined })}
      </p>
      <p className="palette__foot muted flex-none" aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> to choose
        </span>
        <span>
          <kbd>Enter</kbd> to open
        </span>
        <span>
          <kbd>Esc</kbd> to close
        </span>
      </p>
    </div>
  )
}

type OptionProps = {
  entry: PaletteEntry
  id: string
  isActive: boolean
  choose: (act: PaletteAct) => void
}

const Option = ({ entry: { label, detail, act }, id, isActive, choose }: OptionProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    className="palette__option"
    // Keeps the focus in the field.
    onMouseDown={(event) => {
      event.preventDefault()
    }}
    onClick={() => {
      choose(act)
    }}
  >
    <span className="medium">{label}</span>
    {detail !== undefined && <span className="muted small flex-none">{detail}</span>}
  </div>
)

function describeResult(result: { count: number; typed: string; isLoaded: boolean }): string {
  const { count, typed, isLoaded } = result
  if (count === 0) return isLoaded ? `Nothing found for “${typed.trim()}”` : 'Loading nudges…'
  return count === 1 ? '1 result' : `${String(count)} results`
}
