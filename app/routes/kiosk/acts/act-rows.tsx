/**
 * Rows of actions. The address names the one whose form is open, so each field is on the page once,
 * and a form opens before scripts run.
 */
import { Link, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'

export type ActRow = {
  /** The form's intent, by which the address names it. */
  intent: string
  /** Label of its row and of its button. */
  action: string
  /** Describes what the action does. */
  about: ReactNode
  /** With fields and button. */
  form: ReactNode
}

export function ActRows({ acts }: { acts: readonly ActRow[] }) {
  const [query] = useSearchParams()
  const chosen = query.get('act')
  return (
    <ul className="rows">
      {acts.map(({ intent, action, about, form }) => {
        const isOpen = intent === chosen
        return (
          <li key={intent} className="rows__row">
            <Link
              className="text-link"
              to={addressWith(query, isOpen ? null : intent)}
              aria-expanded={isOpen}
              preventScrollReset
            >
              {action}
            </Link>
            {isOpen && (
              <div className="kiosk-act basis-full">
                <p className="mb-16">{about}</p>
                {form}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Keeps the rest of the screen's address, for example the delivery that is open. */
function addressWith(query: URLSearchParams, act: string | null): string {
  const kept = new URLSearchParams(query)
  kept.delete('act')
  if (act !== null) kept.set('act', act)
  return `?${kept.toString()}`
}
