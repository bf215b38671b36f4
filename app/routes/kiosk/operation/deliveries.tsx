/** Deliveries that we received, and webhooks that we sent: those that failed first. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireKiosk, requireKioskAct } from '#app/auth/staff-guard.server.ts'
import {
  openDeliveryByStaff,
  replayDeliveryByStaff,
} from '#app/domain/lifecycle/staff/stored-deliveries.server.ts'
import {
  openMessageByStaff,
  resendMessageByStaff,
} from '#app/domain/webhooks/sent-messages.server.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import {
  listReceived,
  listSent,
  listServices,
  readReceived,
  readSent,
} from '#app/presenters/kiosk/operation/deliveries.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { TextInput, SelectInput } from '#app/ui/forms/fields.tsx'
import { FilterForm } from '#app/ui/forms/filter-form.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { refusedStaffForm, staffFormInput } from '../staff-form.server.ts'
import {
  deliveriesAddress,
  deliveriesPath,
  readDeliveriesQuery,
  stateTabs,
  type DeliveriesQuery,
} from './deliveries-query.ts'
import type { FullContent } from './content-acts.tsx'
import { DeliveryPanel, DeliveryTable } from './received-parts.tsx'
import { WebhookPanel, WebhookTable } from './sent-parts.tsx'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { links } from '#app/ui/site-screens.ts'
export const meta = screenTitle('Deliveries')

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const { services } = args.context
  const query = readDeliveriesQuery(args.request)
  const { list, service: provider, team: teamId, before, open } = query
  const shared = { query, services: listServices(), now: services.now() }
  if (list === 'sent') {
    const state = query.state === 'done' ? 'failed' : query.state
    const page = await listSent(services, { state, teamId, before })
    const opened = open === null ? null : await readSent(services, open)
    return { ...shared, list, page, opened }
  }
  const state = query.state === 'delivered' ? 'failed' : query.state
  const page = await listReceived(services, { state, provider, teamId, before })
  const opened = open === null ? null : await readReceived(services, open)
  return { ...shared, list, page, opened }
}

const actInput = z.object({
  intent: z.enum(['open', 'again']),
  list: z.enum(['received', 'sent']),
  id: numericId,
  ...staffFormInput,
})

export async function action(args: ActionFunctionArgs) {
  const typed = await readSubmittedValues(args.request, ['reason'])
  const { services } = args.context
  try {
    const { actor } = await requireKioskAct(args)
    const form = await readForm(args.request, actInput)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    const { intent, list, id, reason, lastActId } = form.value
    const shared = { actor, reason, lastActId }
    if (intent === 'open') {
      const content =
        list === 'sent'
          ? await openMessageByStaff(services, { ...shared, message: id })
          : (await openDeliveryByStaff(services, { ...shared, delivery: id })).text
      return data<FullContent>({ id: String(id), content })
    }
    if (list === 'sent') {
      await resendMessageByStaff(services, { ...shared, message: id })
      return data<Saved>({ saved: 'Webhook is being sent again' })
    }
    await replayDeliveryByStaff(services, { ...shared, delivery: id })
    return data<Saved>({ saved: 'Delivery is being processed again' })
  } catch (error) {
    return refusedStaffForm(error, typed)
  }
}

export default function Deliveries() {
  const shown = useLoaderData<typeof loader>()
  const { list, query, page, services, now } = shown
  const address = (change: Partial<DeliveriesQuery>) =>
    deliveriesAddress({ ...query, before: null, open: null, ...change })
  const addressOf = (id: number) => deliveriesAddress({ ...query, open: id })
  return (
    <Screen
      title="Deliveries"
      lead="Webhooks that services sent for organizations, and those that we sent for them."
    >
      <div className="parts">
        {shown.opened &&
          (shown.list === 'sent' ? (
            <WebhookPanel key={shown.opened.id} webhook={shown.opened} back={address({})} />
          ) : (
            <DeliveryPanel key={shown.opened.id} delivery={shown.opened} back={address({})} />
          ))}
        {query.open !== null && !shown.opened && (
          <Panel>
            <p>It no longer exists. Deliveries are kept for 30 days, webhooks for 7.</p>
          </Panel>
        )}
        <Panel>
          <Tabs
            label="Direction"
            tabs={[
              {
                to: address({ list: 'received', state: 'failed' }),
                label: 'Received',
                isCurrent: list === 'received',
              },
              {
                to: address({ list: 'sent', state: 'failed', service: null }),
                label: 'Sent',
                isCurrent: list === 'sent',
              },
            ]}
          />
          <Filters query={query} services={services} />
          {page.rows.length === 0 ? (
            <NoRows isFirst={query.before === null} />
          ) : shown.list === 'sent' ? (
            <WebhookTable rows={shown.page.rows} now={now} addressOf={addressOf} />
          ) : (
            <DeliveryTable rows={shown.page.rows} now={now} addressOf={addressOf} />
          )}
          <Pagination
            of={list === 'sent' ? 'webhooks' : 'deliveries'}
            first={query.before === null ? null : address({})}
            next={page.next === null ? null : address({ before: page.next })}
          />
        </Panel>
      </div>
    </Screen>
  )
}

type FiltersProps = {
  query: DeliveriesQuery
  services: readonly { value: string; label: string }[]
}

function Filters({ query: { list, state, service, team }, services }: FiltersProps) {
  const values = { list, state, service: service ?? '', team: team === null ? '' : String(team) }
  return (
    <FilterForm path={deliveriesPath} values={values}>
      <input type="hidden" name="list" value={list} />
      <SelectInput
        name="state"
        label="Status"
        options={Object.entries(stateTabs[list]).map(([value, label]) => ({ value, label }))}
        initial={state}
        answer={undefined}
      />
      {list === 'received' && (
        <SelectInput
          name="service"
          label="Service"
          options={[{ value: '', label: 'All services' }, ...services]}
          initial={values.service}
          answer={undefined}
        />
      )}
      <TextInput
        name="team"
        label="Organization ID"
        autoComplete="off"
        inputMode="numeric"
        initial={values.team}
        answer={undefined}
      />
    </FilterForm>
  )
}

const NoRows = ({ isFirst }: { isFirst: boolean }) =>
  isFirst ? (
    <Empty kind="search" title="No matching deliveries">
      Nothing has this status. Try another status, service or organization.
    </Empty>
  ) : (
    <Empty title="No older deliveries">You’ve reached the end of the list.</Empty>
  )
