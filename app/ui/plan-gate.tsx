/** Stands beside a control that the plan does not allow: it is drawn, and says what would allow it. */
import { Badge } from '@shopify/polaris'

/** @param plan as `neededPlan` names it; null draws nothing */
export const PlanGate = ({ plan }: { plan: string | null }) =>
  plan === null ? null : (
    <Badge tone="info">{plan === '' ? 'On another plan' : `From the plan ${plan} on`}</Badge>
  )
