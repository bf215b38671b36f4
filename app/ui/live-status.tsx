import { CheckCircleIcon } from '@shopify/polaris-icons'
import type { ReactNode } from 'react'

/** A status that turns green when something happens, announced by screen readers. */
export function LiveStatus({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <div role="status" className={isDone ? 'live-status live-status--done' : 'live-status'}>
      {isDone ? (
        <CheckCircleIcon aria-hidden />
      ) : (
        <span className="live-status__pulse" aria-hidden />
      )}
      <span>{children}</span>
    </div>
  )
}
