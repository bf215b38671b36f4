/** Error boundary of screens that a plan can lack. */
import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { Empty } from '../empty.tsx'
import { messageOf } from '../errors/error-view.ts'
import { RouteError } from '../errors/route-error.tsx'
import { Panel } from '../panel.tsx'
import { Screen } from '../screen.tsx'
import { GateLink } from './gate-link.tsx'

/** Status of the refusal `not_on_plan`. */
const notOnPlan = 402

export function GatedError() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== notOnPlan) return <RouteError />
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
