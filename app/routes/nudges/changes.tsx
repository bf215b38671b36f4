/** Differences between two versions of the settings. */
import type { Change } from '#app/domain/nudges/editing/describe-changes.ts'
import { panelLabels, panelOf } from './panels.tsx'

type ChangesProps = {
  changes: readonly Change[]
  /** Leads to the field. Absent: the difference is history. */
  goTo?: (field: string) => void
}

export const Changes = ({ changes, goTo }: ChangesProps) => (
  <ul className="changes stack gap-12 plain-list prose break-anywhere">
    {changes.map(({ field, what, from, to }) => {
      const panel = panelOf(field)
      return (
        <li key={field} className="columns gap-16 at-top">
          <p>
            <span className="muted">{panelLabels[panel]}</span>{' '}
            {goTo ? (
              <a
                className="text-link"
                href={`?panel=${panel}`}
                onClick={(event) => {
                  event.preventDefault()
                  goTo(field)
                }}
              >
                {what}
              </a>
            ) : (
              what
            )}
          </p>
          <p>
            <del className="muted">{value(from)}</del> <span aria-hidden>→</span>
            <span className="visually-hidden">changed to</span>{' '}
            <ins className="medium">{value(to)}</ins>
          </p>
        </li>
      )
    })}
  </ul>
)

/** A color is seen, too. */
const value = (text: string) =>
  /^#[0-9a-f]{6}$/.test(text) ? (
    <>
      <svg aria-hidden width="12" height="12">
        <rect width="12" height="12" rx="3" fill={text} stroke="#cfd5d2" />
      </svg>{' '}
      {text}
    </>
  ) : (
    text
  )
