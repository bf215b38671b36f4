/** Forms with which staff change a plan or seats, or give a trial, a boost or a coupon. */
import { useState } from 'react'
import { noCoupons } from '#app/domain/billing/channel-words.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { KioskTeamPlan } from '#app/presenters/kiosk/team-plan.server.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { ReasonInput } from '../acts/reason-input.tsx'
import type { GiftName } from './team-plan-input.ts'

type GiftProps = { team: KioskTeamPlan; gift: GiftName; operation: string }
type FieldsProps = { team: KioskTeamPlan; answer: FormResponse | undefined }

const actions: Readonly<Record<GiftName, string>> = {
  plan: 'Change plan',
  trial: 'Give trial',
  boost: 'Give boost',
  seats: 'Change seats',
  coupon: 'Give coupon',
}

export function GiftForm({ team, gift, operation }: GiftProps) {
  const problem = problemOf(team, gift)
  if (problem !== null) return <Banner tone="warning">{problem}</Banner>
  const hidden = { intent: gift, lastActId: String(team.lastActId) }
  return (
    <ActionForm hidden={hidden} action={actions[gift]} tone="primary" clears>
      {(answer) => (
        <>
          <input type="hidden" name="operation" value={answer?.values['operation'] ?? operation} />
          {gift === 'plan' && <PlanField {...{ team, answer }} />}
          {gift === 'trial' && <TrialFields {...{ team, answer }} />}
          {gift === 'boost' && <BoostFields {...{ team, answer }} />}
          {gift === 'seats' && <SeatFields {...{ team, answer }} />}
          {gift === 'coupon' && <CouponFields answer={answer} />}
          <ReasonInput helpText="For the audit log. The owner doesn’t see it." answer={answer} />
        </>
      )}
    </ActionForm>
  )
}

/** Why the form would be refused. Null: it can be sent. */
function problemOf({ subscription, channel, planLimit }: KioskTeamPlan, gift: GiftName) {
  if (gift === 'boost') {
    return planLimit === null ? 'The plan has no limit that could be raised.' : null
  }
  if (gift === 'seats') return null
  if (gift === 'coupon') return channel === 'card' ? null : noCoupons[channel]
  if (subscription === null || subscription.isLifetime) return null
  return 'The organization has a subscription, which decides its plan. The owner can switch or cancel it under Billing.'
}

const optionsOf = (plans: KioskTeamPlan['plans']) =>
  plans.map(({ id, name, priceCents }) => ({
    value: id,
    label: priceCents === 0 ? name : `${name}, ${formatPrice(priceCents)} a month`,
  }))

const PlanField = ({ team, answer }: FieldsProps) => (
  <SelectInput
    name="plan"
    label="Plan"
    helpText="Applies immediately. What the plan doesn’t include pauses."
    options={optionsOf(team.plans)}
    initial={team.planId}
    answer={answer}
  />
)

function TrialFields({ team, answer }: FieldsProps) {
  const paid = team.plans.filter(({ priceCents }) => priceCents > 0)
  const current = paid.find(({ id }) => id === team.planId) ?? paid[0]
  return (
    <>
      <SelectInput
        name="plan"
        label="Plan to try"
        options={optionsOf(paid)}
        initial={current?.id ?? ''}
        answer={answer}
      />
      <TextInput
        name="days"
        label="Days from now"
        helpText={team.trialEndsAt ? 'Replaces the end of the trial that runs.' : ''}
        inputMode="numeric"
        initial="14"
        autoComplete="off"
        answer={answer}
      />
    </>
  )
}

const BoostFields = ({ team, answer }: FieldsProps) => (
  <>
    {team.sites.length > 0 && (
      <SelectInput
        name="site"
        label="Applies to"
        helpText="A boost for one site is used once the organization’s limit is reached."
        options={[
          { value: '', label: 'All sites' },
          ...team.sites.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        initial=""
        answer={answer}
      />
    )}
    <TextInput
      name="units"
      label={team.meteredBy === 'visitors' ? 'Visitors' : 'Impressions'}
      helpText="On top of the monthly limit. Adds to a boost that’s already active."
      inputMode="numeric"
      initial="10000"
      autoComplete="off"
      answer={answer}
    />
    <TextInput
      name="days"
      label="Days from now"
      inputMode="numeric"
      initial="30"
      autoComplete="off"
      answer={answer}
    />
  </>
)

const SeatFields = ({ team: { seats }, answer }: FieldsProps) => (
  <>
    <p className="part-lead">
      For this organization alone. Members and sites over a limit keep working, and no more can be
      added.
    </p>
    {(['members', 'sites'] as const).map((name) => (
      <TextInput
        key={name}
        name={name}
        label={name === 'members' ? 'Members' : 'Sites'}
        helpText="Leave blank for the plan’s limit. Today’s plans have none."
        inputMode="numeric"
        initial={seats[name] === null ? '' : String(seats[name])}
        autoComplete="off"
        answer={answer}
      />
    ))}
  </>
)

function CouponFields({ answer }: Pick<FieldsProps, 'answer'>) {
  const [kind, setKind] = useState(answer?.values['kind'] ?? 'percent')
  const [duration, setDuration] = useState(answer?.values['duration'] ?? 'once')
  return (
    <>
      <p className="part-lead">
        Works once, for this organization alone. The owner gets the code by email.
      </p>
      <SelectInput
        name="kind"
        label="Discount"
        options={[
          { value: 'percent', label: 'Percent' },
          { value: 'amount', label: 'Amount in US dollars' },
        ]}
        initial={kind}
        onChoose={setKind}
        answer={answer}
      />
      <TextInput
        name="off"
        label={kind === 'percent' ? 'Percent off' : 'US dollars off'}
        inputMode="decimal"
        autoComplete="off"
        answer={answer}
      />
      <SelectInput
        name="duration"
        label="For"
        options={[
          { value: 'once', label: 'One invoice' },
          { value: 'repeating', label: 'A number of months' },
          { value: 'forever', label: 'Forever' },
        ]}
        initial={duration}
        onChoose={setDuration}
        answer={answer}
      />
      {duration === 'repeating' && (
        <TextInput
          name="months"
          label="Months"
          inputMode="numeric"
          initial="3"
          autoComplete="off"
          answer={answer}
        />
      )}
    </>
  )
}
