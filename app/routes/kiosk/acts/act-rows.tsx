/**
 * Actions as buttons, and the form of the one that the address names: each field is on the page once, and
 * a form opens before scripts run.
 */
import { useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ToggleLink } from '#app/ui/kit/button.tsx'

export type ActRow = {
  /** The form's intent, by which the address names it. */
  intent: string
  /** Label of the button that opens its form, and of the form's. */
  action: string
  /** Describes what the action does. */
  about: ReactNode
  /** With fields and button. */
  form: ReactNode
}

export function ActRows({ acts }: { acts: readonly ActRow[] }) {
  const [query] = useSearchParams()
  const open = acts.find(({ intent }) => intent === query.get('act'))
  return (
    <>
      <ul className="plain-list row gap-8 mt-12">
        {acts.map(({ intent, action }) => (
          <li key={intent}>
            <ToggleLink
              to={addressWith(query, intent === open?.intent ? null : intent)}
              isOpen={intent === open?.intent}
            >
              {action}
            </ToggleLink>
          </li>
        ))}
      </ul>
      {open && (
        // Fields of another action begin empty.
        <div key={open.intent} className="kiosk-act mt-16">
          <p className="mb-16">{open.about}</p>
          {open.form}
        </div>
      )}
    </>
  )
}

/** Keeps the rest of the screen's address, for example the delivery that is open. */
function addressWith(query: URLSearchParams, act: string | null): string {
  const kept = new URLSearchParams(query)
  kept.delete('act')
  if (act !== null) kept.set('act', act)
  return `?${kept.toString()}`
}
