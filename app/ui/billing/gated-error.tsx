/** Error boundary of screens that a plan can lack. */
import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { Button } from '../kit/button.tsx'
import { Empty } from '../empty.tsx'
import { describeError, messageOf, turnAwayOf } from '../errors/error-view.ts'
import { RouteError } from '../errors/route-error.tsx'
import { Panel } from '../panel.tsx'
import { Screen } from '../screen.tsx'
import { GateLink } from './gate-link.tsx'

/** Status of the refusal `not_on_plan`. */
const notOnPlan = 402

export function GatedError() {
  const error = useRouteError()
  if (turnAwayOf(error)) return <RouteError />
  if (!isRouteErrorResponse(error) || error.status !== notOnPlan) return <FaultInShell />
  return (
    <Screen title="Not on your plan">
      <Panel>
        <Empty title={messageOf(error) ?? 'Not on your plan.'} action={<GateLink />}>
          <p>Nothing is deleted. Everything continues on a plan that includes it.</p>
        </Empty>
      </Panel>
    </Screen>
  )
}

/** The error page's text, without a page of its own: the shell is around it. */
function FaultInShell() {
  const { message, reference, stack } = describeError(useRouteError(), import.meta.env.DEV)
  return (
    <Screen title="This page can’t be shown" lead={message}>
      <Panel>
        {reference !== null && (
          <p className="part-lead">
            Reference for support: <code>{reference}</code>
          </p>
        )}
        <Button url="/" variant="primary">
          Go back
        </Button>
        {stack !== null && <pre className="error-page__stack">{stack}</pre>}
      </Panel>
    </Screen>
  )
}
