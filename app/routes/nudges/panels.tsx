/**
 * The studio's panels: one at a time, with a mark where something has to be fixed. Where there is
 * room their names are a list next to the fields, otherwise each is above its own.
 */
import { useSearchParams } from '@remix-run/react'
import { useCallback, useState, type ReactNode } from 'react'
import { Badge } from '#app/ui/kit/badge.tsx'

export const panels = ['message', 'look', 'where', 'when', 'proof'] as const
export type PanelName = (typeof panels)[number]

export const panelLabels: Record<PanelName, string> = {
  message: 'Message',
  look: 'Look',
  where: 'Where',
  when: 'When',
  proof: 'Test and history',
}

/** First match wins. Fields that aren't listed are on the first panel. */
const fields: readonly (readonly [PanelName, RegExp])[] = [
  ['look', /^look\b/],
  ['when', /^(rules\.(from|until|hours)|query\.(rotate|skipSeen|persistent)Nudges?)\b/],
  ['where', /^(rules|placement|query\.countries)\b/],
]

/** Where the field of that name is. */
export const panelOf = (field: string): PanelName =>
  fields.find(([, names]) => names.test(field))?.[0] ?? 'message'

const isPanel = (name: string | null): name is PanelName => panels.some((panel) => panel === name)

/** The panel of this screen that a link opens; null: it leads elsewhere. */
export function panelIn(to: string): PanelName | null {
  const [path = '', query] = to.split('?')
  const name = new URLSearchParams(query).get('panel')
  return path.startsWith('/nudges/') && isPanel(name) ? name : null
}

/** The address names the panel, for reloads and for browsers without scripts. */
export function usePanel(): [PanelName, (panel: PanelName) => void] {
  const [search] = useSearchParams()
  const named = search.get('panel')
  const [panel, setPanel] = useState<PanelName>(isPanel(named) ? named : 'message')

  const open = useCallback((next: PanelName) => {
    setPanel(next)
    const url = new URL(window.location.href)
    url.searchParams.set('panel', next)
    // Not a navigation: the form's input stays, and nothing is loaded.
    window.history.replaceState(window.history.state, '', url)
  }, [])
  return [panel, open]
}

export type Panels = {
  current: PanelName
  open: (panel: PanelName) => void
  /** How many things must be fixed there. */
  faults: Readonly<Partial<Record<PanelName, number>>>
}

export const PanelLinks = (all: Panels) => (
  <nav className="studio__panels row gap-4" aria-label="Nudge settings">
    {panels.map((panel) => (
      <PanelLink key={panel} panel={panel} {...all} />
    ))}
  </nav>
)

function PanelLink({ panel, current, open, faults }: Panels & { panel: PanelName }) {
  return (
    <a
      href={`?panel=${panel}`}
      className="studio__panel row gap-8 medium"
      aria-current={panel === current ? 'true' : undefined}
      onClick={(event) => {
        const { currentTarget } = event
        event.preventDefault()
        open(panel)
        // The panel that was above it is closed now, so it may have left the screen.
        requestAnimationFrame(() => {
          if (currentTarget.closest('h2')) currentTarget.scrollIntoView({ block: 'nearest' })
        })
      }}
    >
      <span className="flex-1">{panelLabels[panel]}</span>
      {faults[panel] !== undefined && (
        <Badge tone="critical">{`${String(faults[panel])} to fix`}</Badge>
      )}
    </a>
  )
}

type PanelPartProps = { name: PanelName; panels: Panels; children: ReactNode }

/** Fields of the panels that are closed are sent, too. */
export const PanelPart = ({ name, panels: all, children }: PanelPartProps) => (
  <>
    <h2 className="studio__fold">
      <PanelLink panel={name} {...all} />
    </h2>
    <div className="parts" hidden={name !== all.current}>
      {children}
    </div>
  </>
)
