/** One setting as a line with its value, whose form opens in place, without a script too. */
import { useActionData } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

type AccountRowProps = {
  label: string
  /** The stored value. The row closes when it changes. */
  value: ReactNode
  /** The same as text, where `value` is none. */
  stored: string
  /** Label of what opens it. */
  act: string
  lead?: ReactNode
  /** Its fields: a refusal of one of them, sent without a script, opens the row. */
  fields: readonly string[]
  /** @param early refusal of a form that was sent without JavaScript */
  children: (early: FormResponse | undefined) => ReactNode
}

/** After a form that changes nothing which its row shows. @param label of the row */
export function closeRow(label: string): void {
  const details = document.getElementById(idOf(label))
  if (!(details instanceof HTMLDetailsElement) || !details.open) return
  details.open = false
  details.querySelector('summary')?.focus()
}

const idOf = (label: string) => `row-${label.toLowerCase()}`

export function AccountRow(props: AccountRowProps) {
  const { label, value, stored, act, lead, fields, children } = props
  const before = useRef(stored)
  const given = useActionData<FormResponse | Saved>()
  const refused = given && 'errors' in given ? given : undefined
  const early = refused && fields.some((name) => name in refused.errors) ? refused : undefined

  useEffect(() => {
    if (before.current !== stored) closeRow(label)
    before.current = stored
  }, [label, stored])

  return (
    <details id={idOf(label)} className="account-row" open={early !== undefined}>
      <summary>
        <span className="account-row__label muted">{label}</span>
        <span className="medium break-anywhere">{value}</span>
        <span className="account-row__act">{act}</span>
      </summary>
      <div className="account-row__body">
        {lead && <p className="part-lead">{lead}</p>}
        {children(early)}
      </div>
    </details>
  )
}
