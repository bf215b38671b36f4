/** A card on a piece of a page, as one choice draws it. Without one, the usual card. */

export type CardLook =
  | 'site'
  | 'dark'
  | 'auto'
  | 'end'
  | 'plain'
  | 'untitled'
  | 'line'
  | 'borderless'

const green = 'var(--brand-green)'

export function CardPicture({ look }: { look: CardLook | undefined }) {
  const isBare = look === 'line' || look === 'borderless'
  const bar = look === 'dark' ? '#8b98a3' : '#9aa8a0'
  const hasTitle = look !== 'line' && look !== 'untitled'
  const [start, end] =
    look === 'plain' ? [8, 96] : look === 'end' ? [8, 64] : look === 'line' ? [26, 96] : [40, 96]
  return (
    <svg width="100%" height="100%" viewBox="0 -12 104 64">
      <g opacity={look === 'site' ? 0.65 : 1}>
        {!isBare && (
          <rect
            x="0.5"
            y="0.5"
            width="103"
            height="39"
            rx="7.5"
            fill={look === 'dark' ? '#1a2129' : '#fff'}
            stroke="#d3d9d6"
            strokeDasharray={look === 'site' ? '3 3' : 'none'}
          />
        )}
        {look === 'auto' && <path fill="#1a2129" d="M57 0h39a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H46z" />}
        {look === 'line' ? (
          <circle cx="17" cy="20" r="3" fill={green} />
        ) : (
          look !== 'plain' && (
            <rect x={look === 'end' ? 72 : 8} y="11" width="24" height="18" rx="4" fill={green} />
          )
        )}
        {hasTitle && <rect x={start} y="11" width="34" height="6" rx="3" fill={bar} />}
        <rect x={start} y={hasTitle ? 23 : 17} width={end - start} height="6" rx="3" fill={bar} />
      </g>
    </svg>
  )
}
