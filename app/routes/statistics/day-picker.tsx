/** Chooses days by link or input. A GET form, so it works before hydration. */
import { Form, Link, useSearchParams } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { countDays, dayAt, presetsAt } from '#app/domain/stats/range.ts'
import { useAddress } from './statistics-links.ts'
import { DayField } from '#app/ui/forms/day-field.tsx'
import { formatDays } from '#app/ui/format/format-time.ts'
import type { StatisticsLayoutData } from './statistics-layout.server.ts'

type DayPickerProps = { frame: StatisticsLayoutData; isComparable: boolean }

export function DayPicker({ frame: { range, now }, isComparable }: DayPickerProps) {
  const [query] = useSearchParams()
  const address = useAddress()
  const { from, to, isCompared, note } = range
  const pickerFields = ['from', 'to', 'page', ...(isComparable ? ['compare'] : [])]
  return (
    <section className="days" aria-label="Days">
      <ul className="days__presets">
        {presetsAt(now).map((preset) => (
          <li key={preset.name}>
            <Link
              className="days__preset"
              to={address({ from: preset.from, to: preset.to, page: null })}
              preventScrollReset
              {...(preset.from === from && preset.to === to ? { 'aria-current': 'true' } : {})}
            >
              {preset.name}
            </Link>
          </li>
        ))}
      </ul>
      {/* Resets the fields when other days are shown. */}
      <Form key={`${from}${to}${String(isCompared)}`} className="days__form" preventScrollReset>
        {[...query]
          .filter(([name]) => !pickerFields.includes(name))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <label className="days__field">
          From
          <DayField name="from" initial={from} latest={dayAt(now)} />
        </label>
        <label className="days__field">
          To
          <DayField name="to" initial={to} latest={dayAt(now)} />
        </label>
        {isComparable && (
          <label className="days__field">
            Compare with
            <select name="compare" defaultValue={isCompared ? 'before' : 'none'}>
              <option value="before">Previous period</option>
              <option value="none">No comparison</option>
            </select>
          </label>
        )}
        <Button submit>Apply</Button>
      </Form>
      <p className="days__said" role="status">
        {note === null ? '' : `${note} `}
        {formatDayCount(countDays(range))}: {formatDays({ from, to })} (UTC)
      </p>
    </section>
  )
}

const formatDayCount = (count: number) => (count === 1 ? '1 day' : `${String(count)} days`)
