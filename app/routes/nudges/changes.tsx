/** Differences between two versions of the settings. */
import type { Change } from '#app/domain/nudges/editing/describe-changes.ts'
import { panelLabels, panelOf } from './panels.tsx'

type ChangesProps = {
  changes: readonly Change[]
  /** Leads to the field. Absent: the difference is history. */
  goTo?: (field: string) => void
}

export const Changes = ({ changes, goTo }: ChangesProps) => (
  <ul className="changes">
    {changes.map(({ field, what, from, to }) => {
      const panel = panelOf(field)
      return (
        <li key={field} className="changes__one">
          <p>
            <span className="changes__panel">{panelLabels[panel]}</span>{' '}
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
            <del>{value(from)}</del> <span aria-hidden>→</span>
            <span className="visually-hidden">changed to</span> <ins>{value(to)}</ins>
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
      <svg className="changes__color" aria-hidden viewBox="0 0 1 1">
        <rect width="1" height="1" fill={text} />
      </svg>
      {text}
    </>
  ) : (
    text
  )
