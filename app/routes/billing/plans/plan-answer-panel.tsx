/** The first thing under Billing: which plan the organization needs. */
import { Link } from '@remix-run/react'
import type { PlanComparison } from '#app/presenters/billing/compare-plans.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { answerPlans } from './plan-answer.ts'
import { choosePath, isForSale, type Sale } from './plan-cards.tsx'

type PlanAnswerPanelProps = { comparison: PlanComparison; sale: Sale }

export function PlanAnswerPanel({ comparison, sale }: PlanAnswerPanelProps) {
  const { use, answer, plan } = answerPlans(comparison)
  return (
    <Panel>
      <section aria-labelledby="which-plan">
        <h2 id="which-plan" className="part-title">
          Which plan do you need?
        </h2>
        <p className="prose strong mt-8">{answer}</p>
        <p className="muted prose mt-4">{use}</p>
        <p className="billing-acts row mt-16">
          {plan && isForSale(plan, sale) && (
            <Button url={choosePath(plan)} variant="primary">
              {`Choose ${plan.name}`}
            </Button>
          )}
          <Link className="text-link" to="#plans">
            Compare all plans
          </Link>
        </p>
      </section>
    </Panel>
  )
}
