/** Actions of staff on a team's billing: their addresses, and forms that are done. */
import { randomUUID } from 'node:crypto'

export type StaffActSample = {
  /** Name in the audit log. */
  act: string
  /** @param subject id of the team */
  address: (subject: { teamId: number }) => string
  intent: string | null
  /** Without the reason and the last action. */
  form: (subject: { teamId: number; coupon: string }) => Record<string, string>
}

const planPage = ({ teamId }: { teamId: number }) => `/kiosk/teams/${String(teamId)}/plan`
const operation = () => ({ operation: randomUUID() })

export const moneyActs: readonly StaffActSample[] = [
  {
    act: 'plan.changed',
    address: planPage,
    intent: 'plan',
    form: () => ({ plan: 'lite', ...operation() }),
  },
  {
    act: 'trial.extended',
    address: planPage,
    intent: 'trial',
    form: () => ({ plan: 'genius', days: '14', ...operation() }),
  },
  {
    act: 'boost.given',
    address: planPage,
    intent: 'boost',
    form: () => ({ units: '5000', days: '30', ...operation() }),
  },
  {
    act: 'coupon.given',
    address: planPage,
    intent: 'coupon',
    form: () => ({
      kind: 'percent',
      off: '50',
      duration: 'repeating',
      months: '3',
      ...operation(),
    }),
  },
  {
    act: 'coupon.revoked',
    address: () => '/kiosk/coupons',
    intent: null,
    form: ({ teamId, coupon }) => ({ team: String(teamId), code: coupon }),
  },
]
