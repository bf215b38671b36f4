/** Contrast of the site's color on nudges, and the color used instead if it's too low. */
import type { ReadableColor } from '#app/domain/wording/color-contrast.ts'

export const ContrastMeter = ({ colours: colors }: { colours: readonly ReadableColor[] }) => (
  <ul className="stack gap-8 plain-list" aria-label="Text contrast">
    {colors.map(({ card, wanted, contrast, least, used, isKept }) => (
      <li key={card} className="row gap-12">
        <svg viewBox="0 0 48 24" className="contrast__sample" aria-hidden>
          <rect width="48" height="24" rx="4" fill={card === 'light' ? '#ffffff' : '#1b1f24'} />
          <text x="24" y="17" textAnchor="middle" fontSize="14" fontWeight="600" fill={used}>
            Aa
          </text>
        </svg>
        <p className="flex-1 min-w-0 muted prose">
          {card === 'light' ? 'Light' : 'Dark'} card: {wanted} has a contrast of {String(contrast)}
          :1.{' '}
          {isKept
            ? 'Readable, used unchanged.'
            : `Text needs ${String(least)}:1, so we use ${used} instead.`}
        </p>
      </li>
    ))}
  </ul>
)
