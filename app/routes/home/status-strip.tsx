import type { ReactNode } from 'react'
import { useHost } from '#app/browser/host.ts'
import { embedHandle } from '#app/contract/theme-blocks.ts'
import type { Totals } from '#app/domain/stats/totals.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'

type StatusStripProps = {
  pixelSeenAt: Date | null
  lastActivityAt: Date | null
  totals: { week: Totals; ever: Totals }
  now: Date
  /** Of the theme editor, for a site that is a Shopify shop. */
  embedLink: string | null
}

export function StatusStrip(props: StatusStripProps) {
  const { pixelSeenAt, lastActivityAt, totals, now, embedLink } = props
  const { week, ever } = totals

  return (
    <section className="status" aria-labelledby="status-heading">
      <h2 id="status-heading" className="visually-hidden">
        Status
      </h2>
      <dl className="status-strip">
        <Tile
          name="Impressions, last 7 days"
          value={formatCount(week.impressions)}
          detail={`${formatCount(ever.impressions)} in total. Counted once at least half of the nudge is in view.`}
        />
        <Tile
          name="Clicks, last 7 days"
          value={formatCount(week.clicks)}
          detail={`${formatCount(ever.clicks)} in total. At most one click per impression.`}
        />
        <PixelTile pixelSeenAt={pixelSeenAt} now={now} embedLink={embedLink} />
        <Tile
          name="Last activity"
          isGood={lastActivityAt !== null}
          value={lastActivityAt ? <RelativeTime at={lastActivityAt} now={now} /> : 'None yet'}
          detail="Last time your shop sent a purchase or sign-up."
        />
      </dl>
    </section>
  )
}

type PixelTileProps = Pick<StatusStripProps, 'pixelSeenAt' | 'now' | 'embedLink'>

/** A shop's embed may be off after another theme was published. Takes the room of the other words. */
function PixelTile({ pixelSeenAt, now, embedLink }: PixelTileProps) {
  const { admin } = useHost()
  const seen = (
    <Tile
      name="Pixel"
      isGood={pixelSeenAt !== null}
      value={pixelSeenAt ? <RelativeTime at={pixelSeenAt} now={now} /> : 'Not installed'}
      detail="Last time we heard from your pixel."
    />
  )
  if (!admin || pixelSeenAt === null || embedLink === null) return seen
  const off = (
    <Tile
      name="Pixel"
      isGood={false}
      value="Off in your theme"
      detail={<NewTabLink to={embedLink}>Turn it on in the theme editor</NewTabLink>}
    />
  )
  return (
    <admin.ThemeBlock handle={embedHandle}>
      {(isOn) => (isOn === false ? off : seen)}
    </admin.ThemeBlock>
  )
}

type TileProps = { name: string; value: ReactNode; detail: ReactNode; isGood?: boolean }

/** With `isGood` it is a status with a light, without it a number. */
function Tile({ name, value, detail, isGood }: TileProps) {
  const kind = isGood === undefined ? 'figure' : isGood ? 'good' : 'open'

  return (
    <div className={`status-tile status-tile--${kind}`}>
      <dt className="status-tile__name">{name}</dt>
      <dd className="status-tile__value">{value}</dd>
      <dd className="status-tile__detail">{detail}</dd>
    </div>
  )
}
