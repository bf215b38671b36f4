/** Formats schedules and the resulting time windows. Safe in the browser. */
import type { NudgeHours } from '#app/contract/nudge-rules.ts'
import { shortenMonth } from '#app/lib/month-names.ts'
import { weekdays } from './weekdays.ts'

/** "Mon–Fri, 09:00–17:00". */
export function formatHours({ days, from, until }: NudgeHours): string {
  const time = from === until && from === '00:00' ? 'all day' : `${from}–${until}`
  return `${formatDays(days)}, ${time}`
}

/** Three or more consecutive days become a range. */
function formatDays(days: readonly number[]): string {
  const chosen = weekdays.map((_name, day) => days.includes(day))
  if (days.length === 0 || chosen.every(Boolean)) return 'Every day'
  const parts: string[] = []
  for (let day = 0; day < chosen.length; day += 1) {
    if (!chosen[day]) continue
    const end = lastOf(chosen, day)
    if (end - day >= 2) {
      parts.push(`${shortName(day)}–${shortName(end)}`)
      day = end
    } else parts.push(shortName(day))
  }
  return parts.join(', ')
}

function lastOf(chosen: readonly boolean[], first: number): number {
  const free = chosen.findIndex((isChosen, day) => day > first && !isChosen)
  return free === -1 ? chosen.length - 1 : free - 1
}

const shortName = (day: number) => (weekdays[day] ?? '').slice(0, 3)

/** "Mon 23 Nov, 09:00 – 17:00", in the site's time zone. Unix seconds. */
export function formatSchedule(from: number, until: number, timeZone: string): string {
  const formatMoment = createMoments(timeZone)
  const [begin, end] = [formatMoment(from), formatMoment(until)]
  const ends = begin.day === end.day ? end.time : `${end.day}, ${end.time}`
  return `${begin.day}, ${begin.time} – ${ends}`
}

function createMoments(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (seconds: number) => {
    const parts = format.formatToParts(seconds * 1000)
    // Platforms use different separators between the parts.
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    return {
      day: `${of('weekday')} ${of('day')} ${shortenMonth(of('month'))}`,
      time: `${of('hour')}:${of('minute')}`,
    }
  }
}
