import { CodeIcon, FormsIcon } from '@shopify/polaris-icons'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { markOf } from '#app/presenters/integrations/service-marks.ts'

type ServiceMarkProps = { name: ConnectableName; isLarge?: boolean }

/** Letters in a color of the service, whose logo is its own. The service's name is always beside it. */
export function ServiceMark({ name, isLarge = false }: ServiceMarkProps) {
  const mark = markOf(name)
  const classes = `service-mark${isLarge ? ' service-mark--large' : ''}`
  if (mark) {
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
  const Icon = name === 'form_submissions' ? FormsIcon : CodeIcon
  return (
    <span className={`${classes} service-mark--data`} aria-hidden>
      <Icon focusable="false" />
    </span>
  )
}
