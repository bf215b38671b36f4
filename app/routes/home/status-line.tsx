import type { ReactNode } from 'react'
import { useHost } from '#app/browser/host.ts'
import { embedHandle } from '#app/contract/theme-blocks.ts'
import { dayMillis } from '#app/lib/time.ts'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { NewTabLink } from '#app/ui/links/new-tab-link.tsx'

type StatusLineProps = {
  host: string
  pixelSeenAt: Date | null
  lastActivityAt: Date | null
  /** Null: not counted. */
  visitorsNow: number | null
  isPaused: boolean
  /** The latest numbers are overdue. */
  isLate: boolean
  now: Date
  /** Link to the theme editor, for a site that is a Shopify shop. */
  embedLink: string | null
  /** Whether our app in the site's shop system puts the pixel on its pages. */
  hasScript: boolean
}

/** Whether the site is live, in one line under the title. */
export function StatusLine(props: StatusLineProps) {
  const { host, pixelSeenAt, lastActivityAt, visitorsNow, isLate, now } = props
  return (
    <span className="row home-facts">
      <strong
        className={`line gap-8 strong break-anywhere home-status__site home-status__site--${lightOf(props)}`}
      >
        {host}
      </strong>
      <span role="status">
        {isLate && 'Can’t reach the server. These numbers may be out of date.'}
      </span>
      {!isLate && (
        <>
          {visitorsNow !== null && <span>{countWithNoun(visitorsNow, 'visitor')} now</span>}
          <PixelStatus {...props} />
          {pixelSeenAt !== null && (
            <span>
              {lastActivityAt === null ? (
                'No activity yet'
              ) : (
                <>
                  Last activity <RelativeTime at={lastActivityAt} now={now} />
                </>
              )}
            </span>
          )}
        </>
      )}
    </span>
  )
}

function lightOf({ pixelSeenAt, isPaused, now }: StatusLineProps): 'off' | 'paused' | 'live' {
  if (pixelSeenAt === null || now.getTime() - pixelSeenAt.getTime() > dayMillis) return 'off'
  return isPaused ? 'paused' : 'live'
}

/** A shop's embed may be off after another theme was published. */
function PixelStatus({ pixelSeenAt, now, embedLink, hasScript }: StatusLineProps) {
  const { admin } = useHost()
  if (pixelSeenAt === null) {
    return <span>{hasScript ? 'Waiting for the first visit' : 'Pixel not installed'}</span>
  }
  const seen: ReactNode = (
    <span>
      Pixel seen <RelativeTime at={pixelSeenAt} now={now} />
    </span>
  )
  if (!admin || embedLink === null) return seen
  const off = (
    <span>
      Pixel off in your theme.{' '}
      <NewTabLink to={embedLink}>Turn it on in the theme editor</NewTabLink>
    </span>
  )
  return (
    <admin.ThemeBlock handle={embedHandle}>
      {(isOn) => (isOn === false ? off : seen)}
    </admin.ThemeBlock>
  )
}
