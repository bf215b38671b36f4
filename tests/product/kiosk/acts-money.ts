/** Actions of staff on a team's billing. */
import { randomUUID } from 'node:crypto'
import { lateCharges } from '#app/db/schema/index.ts'
import type { ActStory, StaffActSample } from './acts.ts'

const planPage = ({ teamId }: ActStory) => `/kiosk/teams/${String(teamId)}/plan`
const operation = () => ({ operation: randomUUID() })

export const moneyActs: readonly StaffActSample[] = [
  {
    act: 'plan.changed',
    address: planPage,
    form: () => ({ intent: 'plan', plan: 'lite', ...operation() }),
    breaks: ['update', 'teams'],
  },
  {
    act: 'trial.extended',
    address: planPage,
    form: () => ({ intent: 'trial', plan: 'genius', days: '14', ...operation() }),
    breaks: ['update', 'teams'],
  },
  {
    act: 'boost.given',
    address: planPage,
    form: () => ({ intent: 'boost', units: '5000', days: '30', ...operation() }),
    breaks: ['update', 'teams'],
  },
  {
    act: 'boost.given',
    variant: ' for one site',
    address: planPage,
    form: ({ siteId }) => ({
      intent: 'boost',
      site: String(siteId),
      units: '5000',
      days: '30',
      ...operation(),
    }),
    breaks: ['update', 'sites'],
  },
  {
    act: 'seats.changed',
    address: planPage,
    form: () => ({ intent: 'seats', members: '5', sites: '', ...operation() }),
    breaks: ['update', 'teams'],
  },
  {
    act: 'coupon.given',
    address: planPage,
    form: () => ({
      intent: 'coupon',
      kind: 'percent',
      off: '50',
      duration: 'repeating',
      months: '3',
      ...operation(),
    }),
    breaks: ['insert', 'given_coupons'],
  },
  {
    act: 'coupon.revoked',
    address: () => '/kiosk/coupons',
    form: ({ teamId, coupon }) => ({ team: String(teamId), code: coupon }),
    breaks: ['update', 'given_coupons'],
  },
  {
    act: 'late-charge.refunded',
    address: () => '/kiosk/billing',
    form: () => ({ charge: 'in_late' }),
    breaks: ['delete', 'late_charges'],
    refused: null,
    before: ({ services, teamId }) =>
      services.db.system.insert(lateCharges).values({
        erasedTeamId: teamId,
        providerId: 'in_late',
        isOfOrder: true,
        chargedCents: 2_900,
        currency: 'usd',
        chargedAt: services.now(),
        createdAt: services.now(),
      }),
  },
]
