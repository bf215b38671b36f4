/** What an icon means, where it stands alone: shown to a resting pointer and to the keyboard's focus. */
import * as Tooltip from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'
import { tooltipDelayMillis, tooltipSkipMillis } from './tooltip-times.ts'

/** Stands around everything that has a tooltip. */
export function Tooltips({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={tooltipDelayMillis} skipDelayDuration={tooltipSkipMillis}>
      {children}
    </Tooltip.Provider>
  )
}

type TipProps = {
  /** The icon's meaning. Its button says it too, by `aria-label`: not everybody sees a tooltip. */
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that takes a ref. */
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
