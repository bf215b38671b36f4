/** Controls that the plan doesn't include: visible, disabled, with the plan that has them. */
import { Link } from '@remix-run/react'
import { createContext, useContext, type ReactNode } from 'react'
import { gateLabel } from '#app/domain/plans/gate-text.ts'
import { Badge } from './kit/badge.tsx'

/** @param plan the plan that is needed, may be empty; null renders the controls as they are */
export function PlanGate({ plan, children }: { plan: string | null; children: ReactNode }) {
  if (plan === null) return children
  return (
    <fieldset disabled>
      <legend className="visually-hidden">{gateLabel(plan)}</legend>
      <div>
        <PlanBadge plan={plan} />
      </div>
      {children}
    </fieldset>
  )
}

/** Leads to the plans, unless none of them has it. The screen there says whom to ask. */
export const PlanBadge = ({ plan }: { plan: string }) => {
  const badge = <Badge tone="info">{gateLabel(plan)}</Badge>
  return plan === '' ? badge : <Link to="/billing">{badge}</Link>
}

type Gates = Readonly<Record<string, string>>

/** Features that the plan lacks, by feature flag. */
export const PlanGatesContext = createContext<Gates>({})

/** Gates the controls of a feature, by what the screen's loader found. */
export const FeatureGate = ({ flag, children }: { flag: string; children: ReactNode }) => (
  <PlanGate plan={useContext(PlanGatesContext)[flag] ?? null}>{children}</PlanGate>
)

export const useGate = (flag: string): string | null => useContext(PlanGatesContext)[flag] ?? null
