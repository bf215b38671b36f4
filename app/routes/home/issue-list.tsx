import { Link } from '@remix-run/react'
import { AlertTriangleIcon, InfoIcon } from '@shopify/polaris-icons'
import type { HomeIssue } from '#app/presenters/home/issues.ts'
import { Details } from '#app/ui/details.tsx'
import { HomePanel } from './home-panel.tsx'

/** How many are expanded; the rest is behind a button. */
const openCount = 5

/** Issues and how to fix each. Empty when there are none. */
export function IssueList({ problems }: { problems: readonly HomeIssue[] }) {
  if (problems.length === 0) return null
  const hidden = problems.slice(openCount)
  return (
    <HomePanel
      id="problems-heading"
      title="Needs you"
      beside={
        <p className="muted small">
          {problems.length === 1 ? '1 issue' : `${String(problems.length)} issues`}
        </p>
      }
    >
      <Rows problems={problems.slice(0, openCount)} />
      {hidden.length > 0 && (
        <Details className="link-summary" isRow summary={`Show ${String(hidden.length)} more`}>
          <Rows problems={hidden} />
        </Details>
      )}
    </HomePanel>
  )
}

const Rows = ({ problems }: { problems: readonly HomeIssue[] }) => (
  <ul className="plain-list home-rows home-issues">
    {problems.map(({ sentence, to, action, weight }) => (
      <li key={sentence} className={`home-step home-step--${weight}`}>
        {weight === 'stop' ? <AlertTriangleIcon aria-hidden /> : <InfoIcon aria-hidden />}
        <p className="prose break-anywhere">{sentence}</p>
        <Link className="text-link" to={to}>
          {action}
        </Link>
      </li>
    ))}
  </ul>
)
