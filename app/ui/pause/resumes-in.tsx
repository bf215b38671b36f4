import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { formatMoment } from '#app/lib/days/moment-text.ts'
import { secondMillis } from '#app/lib/time.ts'
import { formatRemaining } from './format-remaining.ts'

type ResumesInProps = { at: Date; now: Date; timeZone: string }

/**
 * Counts down to the end of a pause, and loads the screen again when it is over. Begins at the server's clock, so a
 * wrong one on the device doesn't matter. Mounted again for each `now`.
 */
export function ResumesIn({ at, now, timeZone }: ResumesInProps) {
  const { revalidate } = useRevalidator()
  const whole = at.getTime() - now.getTime()
  const [left, setLeft] = useState(whole)

  useEffect(() => {
    const begun = performance.now()
    const timer = setInterval(() => {
      const next = whole - (performance.now() - begun)
      setLeft(next)
      if (next > 0) return
      clearInterval(timer)
      revalidate()
    }, secondMillis)
    return () => {
      clearInterval(timer)
    }
  }, [whole, revalidate])

  return (
    <p className="numbers">
      They resume automatically in {formatRemaining(left)}, on{' '}
      <time dateTime={at.toISOString()}>{formatMoment(timeZone, at)}</time> (
      {timeZone.replaceAll('_', ' ')}).
    </p>
  )
}
