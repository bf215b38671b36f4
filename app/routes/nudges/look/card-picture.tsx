/** A card on a piece of a page, as one choice draws it. Without one, the usual card. */
import type { ReactNode } from 'react'

export type CardLook =
  | 'site'
  | 'dark'
  | 'auto'
  | 'end'
  | 'plain'
  | 'untitled'
  | 'line'
  | 'pill'
  | 'bar'
  | 'image'
  | 'borderless'

const green = 'var(--brand-green)'
const grey = '#9aa8a0'
const card = { fill: '#fff', stroke: '#d3d9d6' }

/** Two lines of text. */
const Lines = ({ x, y }: { x: number; y: number }) => (
  <>
    <rect x={x} y={y} width="46" height="5" rx="2.5" fill={grey} />
    <rect x={x} y={y + 9} width="34" height="5" rx="2.5" fill={grey} />
  </>
)

/** Those that aren't a card of two lines beside an image. */
const forms: Partial<Record<CardLook, ReactNode>> = {
  pill: (
    <>
      <rect x="4.5" y="6.5" width="95" height="27" rx="13.5" {...card} />
      <circle cx="19" cy="20" r="9" fill={green} />
      <Lines x={35} y={13} />
    </>
  ),
  // Wider than its place, whose edges cut it.
  bar: (
    <>
      <rect x="-60" y="26.5" width="224" height="40" {...card} />
      <circle cx="24" cy="39" r="6" fill={green} />
      <rect x="37" y="36" width="46" height="6" rx="3" fill={grey} />
    </>
  ),
  image: (
    <>
      <rect x="20.5" y="-7.5" width="63" height="57" rx="7.5" {...card} />
      <path fill={green} d="M20 22V0a8 8 0 0 1 8-8h48a8 8 0 0 1 8 8v22z" />
      <Lines x={28} y={28} />
    </>
  ),
}

export function CardPicture({ look }: { look: CardLook | undefined }) {
  const form = look && forms[look]
  const isBare = look === 'line' || look === 'borderless'
  const bar = look === 'dark' ? '#8b98a3' : grey
  const hasTitle = look !== 'line' && look !== 'untitled'
  const [start, end] =
    look === 'plain' ? [8, 96] : look === 'end' ? [8, 64] : look === 'line' ? [26, 96] : [40, 96]
  if (form) return <Picture>{form}</Picture>
  return (
    <Picture>
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
    </Picture>
  )
}

const Picture = ({ children }: { children: ReactNode }) => (
  <svg width="100%" height="100%" viewBox="0 -12 104 64">
    {children}
  </svg>
)
