/** Tabs whose panels are on the same screen. One is open. */
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

export type PlaceTab = { id: string; name: string; panel: ReactNode }

type PlaceTabsProps = {
  label: string
  tabs: readonly PlaceTab[]
  open: string
  onOpen: (id: string) => void
}

/** Arrow keys move between the tabs (WAI-ARIA, tabs with automatic activation). */
export function PlaceTabs({ label, tabs, open, onOpen }: PlaceTabsProps) {
  const prefix = useId()
  const line = useRef<HTMLDivElement>(null)
  const shown = Math.max(
    0,
    tabs.findIndex(({ id }) => id === open),
  )
  const go = (index: number) => {
    const next = tabs.at(index % tabs.length)
    if (!next) return
    onOpen(next.id)
    line.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Partial<Record<string, number>> = {
      ArrowRight: shown + 1,
      ArrowLeft: shown - 1,
      Home: 0,
      End: -1,
    }
    const index = moves[event.key]
    if (index === undefined) return
    event.preventDefault()
    go(index)
  }

  return (
    <div className="place-tabs">
      <div
        ref={line}
        role="tablist"
        aria-label={label}
        className="place-tabs__line"
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ id, name }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}-${id}`}
            data-tab={id}
            className="tabs__entry"
            aria-selected={index === shown}
            aria-controls={`${prefix}-${id}-panel`}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => {
              onOpen(id)
            }}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }, index) => (
        <div
          key={id}
          role="tabpanel"
          id={`${prefix}-${id}-panel`}
          aria-labelledby={`${prefix}-${id}`}
          hidden={index !== shown}
          className="mt-16"
        >
          {index === shown && panel}
        </div>
      ))}
    </div>
  )
}
