/** Delivery of push messages: what arrived, what was refused and why, and the limits per subscriber. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import type { PushDelivery } from '#app/contract/push-settings.ts'
import { readPushSite, saveDelivery, setPushPaused } from '#app/domain/push/site-settings.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readFormData } from '#app/lib/web/forms.ts'
import { deliveryDays, reasonWords } from '#app/presenters/push/delivery-words.ts'
import { readDelivery, type UnsentGroup } from '#app/presenters/push/delivery.server.ts'
import type { PushTotals } from '#app/presenters/push/campaigns.server.ts'
import { DateInput } from '#app/ui/forms/date-field.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { deliveryInputOf, intentIn } from './form-values.ts'
import { links, PushLayout } from './push-layout.tsx'
import { refusedPushForm } from './refused-form.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle('Push delivery')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const services = shareReads(args.context.services)
  const [push, delivery] = await Promise.all([
    readPushSite(services, scope),
    readDelivery(services, scope),
  ])
  return {
    settings: push.delivery,
    pausedAt: push.pausedAt,
    ...delivery,
    now: services.now(),
    mayEdit: mayDo(team.role, 'site:edit'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const form = await readFormData(args.request)
  try {
    const intent = intentIn(form, ['save', 'pause', 'resume'])
    switch (intent) {
      case 'save':
        await saveDelivery(services, scope, deliveryInputOf(form))
        return data<Saved>({ saved: 'Delivery settings saved' })
      case 'pause':
      case 'resume':
        await setPushPaused(services, scope, intent === 'pause')
        return data<Saved>({ saved: intent === 'pause' ? 'Sending paused' : 'Sending resumed' })
    }
  } catch (error) {
    return refusedPushForm(error, form)
  }
}

export default function Delivery() {
  const { settings, pausedAt, totals, unsent, now, mayEdit } = useLoaderData<typeof loader>()
  return (
    <PushLayout>
      <Sending {...{ pausedAt, now, mayEdit }} />
      <Panel>
        <h2 className="part-title">Last {deliveryDays} days</h2>
        {totals.sends === 0 ? (
          <Empty title="Nothing sent yet">
            Messages of campaigns and automations are counted here, by day in UTC.
          </Empty>
        ) : (
          <Totals totals={totals} />
        )}
      </Panel>
      {unsent.length > 0 && <Unsent unsent={unsent} now={now} />}
      {mayEdit ? (
        <SettingsForm hidden={{ intent: 'save' }} className="parts">
          {(answer) => <Limits settings={settings} answer={answer} />}
        </SettingsForm>
      ) : (
        <fieldset disabled className="plain-group">
          <legend className="muted prose">Your role can view this but not change it.</legend>
          <Limits settings={settings} answer={undefined} />
        </fieldset>
      )}
    </PushLayout>
  )
}

type SendingProps = { pausedAt: Date | null; now: Date; mayEdit: boolean }

const Sending = ({ pausedAt, now, mayEdit }: SendingProps) => (
  <Panel>
    <h2 className="part-title">Sending</h2>
    <p className="part-lead">
      <Badge tone={pausedAt === null ? 'success' : 'attention'}>
        {pausedAt === null ? 'On' : 'Paused'}
      </Badge>{' '}
      {pausedAt === null ? (
        'Pausing holds all campaigns and automations within seconds.'
      ) : (
        <>
          Nothing is sent since <RelativeTime at={pausedAt} now={now} />. Messages that are no
          longer worth showing are dropped.
        </>
      )}
    </p>
    {mayEdit && (
      <ActionForm
        hidden={{ intent: pausedAt === null ? 'pause' : 'resume' }}
        action={pausedAt === null ? 'Pause sending' : 'Resume sending'}
        className=""
      />
    )}
  </Panel>
)

const Totals = ({ totals }: { totals: PushTotals }) => (
  <Table
    caption="Messages by what became of them"
    columns={[
      { label: 'Step' },
      { label: 'Messages', isNumber: true },
      { label: 'Share', isNumber: true, about: 'Compared with the accepted messages.' },
    ]}
  >
    {steps.map(({ of, name, meaning }) => (
      <Row key={of}>
        <RowHead>
          {name}
          <span className="table__below muted small">{meaning}</span>
        </RowHead>
        <Cell label="Messages" isNumber>
          {formatCount(totals[of])}
        </Cell>
        <Cell label="Share" isNumber>
          {formatRate(totals.accepted === 0 ? null : totals[of] / totals.accepted)}
        </Cell>
      </Row>
    ))}
  </Table>
)

const steps = [
  { of: 'accepted', name: 'Accepted', meaning: 'A push service took them.' },
  { of: 'shown', name: 'Shown', meaning: 'A device reported that it showed them.' },
  { of: 'clicked', name: 'Clicked', meaning: 'They were opened.' },
  { of: 'closed', name: 'Dismissed', meaning: 'They were closed.' },
  { of: 'stopped', name: 'Opted out', meaning: 'Subscribers turned these messages off with them.' },
] as const

const Unsent = ({ unsent, now }: { unsent: readonly UnsentGroup[]; now: Date }) => (
  <Panel>
    <h2 className="part-title">Not sent or refused</h2>
    <Table
      caption="Messages that weren’t sent or were refused"
      columns={[
        { label: 'Reason' },
        { label: 'Push service' },
        { label: 'Messages', isNumber: true },
        { label: 'Last' },
      ]}
    >
      {unsent.map(({ service, reason, messages, lastAt }) => (
        <Row key={`${service} ${reason}`}>
          <RowHead>
            {reasonWords[reason].name}
            <span className="table__below muted small">{reasonWords[reason].advice}</span>
          </RowHead>
          <Cell label="Push service">{service}</Cell>
          <Cell label="Messages" isNumber>
            {formatCount(messages)}
          </Cell>
          <Cell label="Last">
            <RelativeTime at={lastAt} now={now} />
          </Cell>
        </Row>
      ))}
    </Table>
  </Panel>
)

type LimitsProps = { settings: PushDelivery; answer: FormResponse | undefined }

const Limits = ({ settings, answer }: LimitsProps) => (
  <Panel>
    <h2 className="part-title">Limits per subscriber</h2>
    <p className="part-lead">
      Quiet hours hold for campaigns and automations, in each subscriber’s time zone. Messages that
      a visitor asked for, about a product or an order, don’t count towards the limits.
    </p>
    <div className="form">
      <div className="columns gap-16">
        <DateInput
          name="quietFrom"
          kind="time"
          label="Quiet hours from"
          initial={settings.quietFrom}
          answer={answer}
        />
        <DateInput
          name="quietUntil"
          kind="time"
          label="Quiet hours until"
          helpText="Same time: no quiet hours."
          initial={settings.quietUntil}
          answer={answer}
        />
      </div>
      <div className="columns gap-16">
        <TextInput
          name="perDay"
          label="Messages per day"
          autoComplete="off"
          inputMode="numeric"
          initial={String(settings.perDay)}
          helpText="Between 1 and 10."
          answer={answer}
        />
        <TextInput
          name="perWeek"
          label="Messages per week"
          autoComplete="off"
          inputMode="numeric"
          initial={String(settings.perWeek)}
          helpText="Between 1 and 30."
          answer={answer}
        />
      </div>
      <TextInput
        name="holdout"
        label="Holdout group (%)"
        autoComplete="off"
        inputMode="numeric"
        initial={String(settings.holdout)}
        helpText="Random subscribers who get no campaigns, to measure what campaigns change. Up to 50."
        answer={answer}
      />
      <TextInput
        name="extraServices"
        label="Other push services"
        autoComplete="off"
        lines={2}
        initial={settings.extraServices.join('\n')}
        helpText="Hosts, one per line. Google, Mozilla, Apple and Microsoft are always allowed."
        answer={answer}
      />
    </div>
  </Panel>
)
