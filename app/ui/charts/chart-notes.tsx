/** Events on the days of a chart: its marks in words. */
import { SiteLink } from '../links/site-link.tsx'
import { Details } from '../details.tsx'
import { formatShortDay } from '#app/lib/days/moment-text.ts'
import { countWithNoun } from '../format/format-number.ts'

export type ChartNote = {
  /** `2026-03-02`. */
  day: string
  /** “Kettle orders” was published */
  text: string
  /** Where to see more; null: nowhere. */
  to: string | null
}

/** The texts of one day. */
export const notesOn = (notes: readonly ChartNote[], day: string): string[] =>
  notes.filter((note) => note.day === day).map(({ text }) => text)

/** So many are open right away. */
const mostOpen = 4

/** The newest first, as they are the ones that one looks for. */
export const ChartNotes = ({ notes }: { notes: readonly ChartNote[] }) =>
  notes.length > 0 && (
    <Details
      className="mt-8 link-summary"
      isOpen={notes.length <= mostOpen}
      summary={`${countWithNoun(notes.length, 'change')} to nudges and settings`}
    >
      <ul className="plain-list stack gap-4 mt-8 break-anywhere">
        {notes.toReversed().map(({ day, text, to }, at) => (
          <li key={`${day} ${text} ${String(at)}`}>
            <span className="muted numbers chart__note-day">{formatShortDay(day)}</span>{' '}
            {to === null ? (
              <span>{text}</span>
            ) : (
              <SiteLink to={to} instead={<span>{text}</span>}>
                {text}
              </SiteLink>
            )}
          </li>
        ))}
      </ul>
    </Details>
  )
