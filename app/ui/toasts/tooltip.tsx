/** Tooltip of an icon, on hover and on keyboard focus. */
import * as Tooltip from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'

/** Long enough that a pointer in passing opens nothing. */
export const tooltipDelayMillis = 700
/** After one tooltip, the next one opens immediately within this time. */
export const tooltipSkipMillis = 300

/** Provider for all tooltips. */
export function Tooltips({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={tooltipDelayMillis} skipDelayDuration={tooltipSkipMillis}>
      {children}
    </Tooltip.Provider>
  )
}

type TipProps = {
  /**
   * The icon's meaning. Its button also has it as `aria-label`, because not everyone sees tooltips.
   */
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** A single element that accepts a ref. */
  children: ReactElement
}

export function Tip({ text, side = 'bottom', children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
