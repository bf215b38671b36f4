import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

type NextStepsProps = {
  /** URL of the receipt. Null: there is none. */
  receipt: string | null
  children?: ReactNode
}

/** Where people go after a payment. */
export const NextSteps = ({ receipt, children }: NextStepsProps) => (
  <p className="billing-links billing-links--alone">
    {receipt !== null && (
      <a className="text-link" href={receipt}>
        View receipt
      </a>
    )}
    {children}
    <Link className="text-link" to="/billing">
      Back to billing
    </Link>
  </p>
)
