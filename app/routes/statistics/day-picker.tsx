/** Chooses days by link or input. A GET form, so it works before hydration. */
import { Form, Link, useSearchParams } from '@remix-run/react'
import { presetsOn } from '#app/domain/stats/range.ts'
import { useAddress } from './statistics-links.ts'
import { Details } from '#app/ui/details.tsx'
import { DayField } from '#app/ui/forms/day-field.tsx'
import { formatDays } from '#app/ui/format/format-time.ts'
import { Button } from '#app/ui/kit/button.tsx'
import type { StatisticsLayoutData } from './statistics-layout.server.ts'

/** Prefix of most presets' names. */
const last = 'Last '

type DayPickerProps = { frame: StatisticsLayoutData; isComparable: boolean }

export function DayPicker({ frame: { range, today, zone }, isComparable }: DayPickerProps) {
  const [query] = useSearchParams()
  const address = useAddress()
  const { from, to, isCompared, note } = range
  const presets = presetsOn(today)
  const isPreset = presets.some((preset) => preset.from === from && preset.to === to)
  return (
    <section className="row chart__row days" aria-label="Days">
      <ul className="plain-list days__presets">
        {presets.map((preset) => (
          <li key={preset.name}>
            <Link
              to={address({ from: preset.from, to: preset.to, page: null })}
              preventScrollReset
              {...(preset.from === from && preset.to === to ? { 'aria-current': 'true' } : {})}
            >
              {/* Phones have room only for the number. */}
              {preset.name.startsWith(last) && <span className="days__last">{last}</span>}
              {preset.name.replace(last, '')}
            </Link>
          </li>
        ))}
      </ul>
      <p className="muted prose" role="status">
        {note === null ? '' : `${note} `}
        {formatDays({ from, to })} ({zone})
      </p>
      {isComparable && (
        <Link
          className="text-link"
          to={address({ compare: isCompared ? 'none' : null })}
          preventScrollReset
        >
          {isCompared ? 'Hide comparison' : 'Compare with previous period'}
        </Link>
      )}
      {/* Resets the fields when other days are shown. */}
      <Details
        key={`${from}${to}`}
        className="link-summary"
        isOpen={!isPreset}
        summary="Other dates"
      >
        <Form className="toolbar" preventScrollReset>
          {[...query]
            .filter(([name]) => !['from', 'to', 'page'].includes(name))
            .map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          <label className="stack gap-4 small medium muted">
            From
            <DayField name="from" initial={from} latest={today} />
          </label>
          <label className="stack gap-4 small medium muted">
            To
            <DayField name="to" initial={to} latest={today} />
          </label>
          <Button submit>Apply</Button>
        </Form>
      </Details>
    </section>
  )
}
