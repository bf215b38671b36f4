import { CheckCircleIcon } from '@shopify/polaris-icons'
import type { ReactNode } from 'react'

/** A line that waits, and turns green when what it waits for happened. Read out on the change. */
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
