import { Link } from '@remix-run/react'
import { DownloadLink } from '#app/ui/links/download-link.tsx'
import { NewTabLink } from '#app/ui/links/new-tab-link.tsx'
import { Button } from '#app/ui/kit/button.tsx'

export type NextStep = { to: string; label: string }

type NextStepsProps = {
  /** Most people's next step. Null: they go back to billing. */
  next: NextStep | null
  /** URL of the receipt. Null: there is none. */
  receipt: string | null
}

/** Where people go after a payment. */
export const NextSteps = ({ next, receipt }: NextStepsProps) => (
  <div className="billing-acts row">
    <Button url={next?.to ?? '/billing'} variant="primary">
      {next?.label ?? 'Back to billing'}
    </Button>
    {receipt !== null &&
      (receipt.startsWith('/') ? (
        <DownloadLink to={receipt}>View receipt</DownloadLink>
      ) : (
        <NewTabLink to={receipt}>View receipt</NewTabLink>
      ))}
    {next !== null && (
      <Link className="text-link" to="/billing">
        Back to billing
      </Link>
    )}
  </div>
)
