import type { ReactNode } from 'react'

/** Letters of a service on a color that it is known by. Contrast is the caller's. */
type DrawnMark = { letters: string; color: string; ink: string }

type ServiceMarkProps = {
  /** Or an icon, for data that needs no service. */
  mark: DrawnMark | ReactNode
  isLarge?: boolean
}

/** A service's letters: its logo belongs to the service. Its name is always beside it. */
export function ServiceMark({ mark, isLarge = false }: ServiceMarkProps) {
  const classes = `service-mark${isLarge ? ' service-mark--large' : ''}`
  if (!isDrawn(mark)) {
    return (
      <span className={`${classes} service-mark--data`} aria-hidden>
        {mark}
      </span>
    )
  }
  return (
    <svg className={classes} viewBox="0 0 40 40" aria-hidden focusable="false">
      <rect width="40" height="40" fill={mark.color} />
      <text
        x="20"
        y="21"
        fill={mark.ink}
        fontSize="16"
        fontWeight="600"
        textAnchor="middle"
        dominantBaseline="middle"
      >
        {mark.letters}
      </text>
    </svg>
  )
}

const isDrawn = (mark: DrawnMark | ReactNode): mark is DrawnMark =>
  typeof mark === 'object' && mark !== null && 'letters' in mark
