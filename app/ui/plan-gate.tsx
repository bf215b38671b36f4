/** Badge next to a control the plan doesn't include; names the plan that does. */
import { Badge } from '@shopify/polaris'

/** @param plan from `neededPlan`; null renders nothing */
export const PlanGate = ({ plan }: { plan: string | null }) =>
  plan === null ? null : (
    <Badge tone="info">{plan === '' ? 'Not on your plan' : `${plan} plan and up`}</Badge>
  )
