/** Leads to Wix: only Wix cancels and renews what it charges for. */
export const ManagedElsewhere = ({ page }: { page: string }) => (
  <a className="text-link" href={page} target="_blank" rel="noreferrer">
    Cancel or renew your plan in Wix<span className="visually-hidden"> (opens a new tab)</span>
  </a>
)
