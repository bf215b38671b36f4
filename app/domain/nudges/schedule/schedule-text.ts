/** Formats schedules and the resulting time windows. Safe in the browser. */
import type { NudgeHours } from '#app/contract/nudge-rules.ts'
import { formatTime, formatWeekday } from '#app/lib/days/moment-text.ts'
import { clockAt } from '#app/lib/zoned-days.ts'
import { weekdays } from './weekdays.ts'

/** "Mon–Fri, 9:00 AM – 5:00 PM". */
export function formatHours({ days, from, until }: NudgeHours): string {
  const time =
    from === until && from === '00:00' ? 'all day' : `${formatTime(from)} – ${formatTime(until)}`
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

/** "Mon, Nov 23, 9:00 AM – 5:00 PM", in the site's time zone. Unix seconds. */
export function formatSchedule(from: number, until: number, timeZone: string): string {
  const begin = clockAt(timeZone, from * 1000)
  const end = clockAt(timeZone, until * 1000)
  const ends = begin.day === end.day ? '' : `${formatWeekday(end.day)}, `
  return `${formatWeekday(begin.day)}, ${formatTime(begin.time)} – ${ends}${formatTime(end.time)}`
}
