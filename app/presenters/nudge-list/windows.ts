const hour = 3600
const day = 24 * hour

/** "the last 7 days". Safe in the browser. */
export function formatWindow(seconds: number): string {
  if (seconds % day === 0)
    return seconds === day ? 'the last day' : `the last ${String(seconds / day)} days`
  const hours = Math.round(seconds / hour)
  return hours === 1 ? 'the last hour' : `the last ${String(hours)} hours`
}
