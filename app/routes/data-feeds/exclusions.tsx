/** Rules that hide activities from nudges. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { exclusionInput } from '#app/domain/activities/exclusion-input.ts'
import { canBeUndone, describeExclusion } from '#app/domain/activities/exclusion.ts'
import {
  addExclusion,
  listExclusions,
  removeExclusion,
} from '#app/domain/activities/exclusions.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { PickerInput } from '#app/ui/forms/picker.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { DataFeedsLayout } from './data-feeds-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './data-feeds-layout.tsx'
export const meta = siteTitle('Exclusions')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { services } = args.context
  const rules = await listExclusions(services, scope)
  return {
    now: services.now(),
    mayChange: mayDo(team.role, 'site:edit'),
    rules: rules.map((rule) => ({
      ...rule,
      words: describeExclusion(rule),
      isFinal: !canBeUndone(rule, rule.hidden),
    })),
  }
}

const path = '/data-feeds/exclusions'

const removal = z.object({ intent: z.literal('remove'), uuid: z.uuid() })

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['intent', 'field', 'value'])
  if (typed['intent'] === 'remove') {
    const form = await readForm(args.request, removal)
    if (!form.ok) return invalidFormResponse(form.errors)
    const { hidden, ...rule } = await removeExclusion(services, scope, form.value.uuid)
    return data<Saved>({
      saved: `Exclusion removed. It had hidden ${countItems(hidden)}.`,
      ...(canBeUndone(rule, hidden) ? { undo: { to: path, fields: Object.entries(rule) } } : {}),
    })
  }

  const form = await readForm(args.request, exclusionInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)
  try {
    const hidden = await addExclusion(services, scope, form.value)
    return data<Saved>({ saved: `Exclusion added. It hides ${countItems(hidden)} so far.` })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

const countItems = (total: number) => `${String(total)} ${total === 1 ? 'item' : 'items'}`

const fields = [
  { value: 'email_domain', label: 'Email domain' },
  { value: 'amount_below', label: 'Order total below' },
  { value: 'product', label: 'Product (exact name)' },
  { value: 'country', label: 'Country' },
]

export default function Exclusions() {
  const { rules, now, mayChange } = useLoaderData<typeof loader>()
  return (
    <DataFeedsLayout>
      <Panel>
        <h2 className="part-title">Exclusions</h2>
        <p className="part-lead">
          Keep matching data out of your nudges, for example orders from staff or partners, or
          sensitive products. The data stays stored.
        </p>
        {rules.length === 0 ? (
          <Empty title="No exclusions yet">All verified data can appear in nudges.</Empty>
        ) : (
          <Table
            caption="Exclusions"
            columns={[
              { label: 'Exclusion' },
              { label: 'Items hidden', isNumber: true },
              { label: 'Added' },
              ...(mayChange ? [{ label: 'Remove', isSilent: true }] : []),
            ]}
          >
            {rules.map(({ uuid, words, hidden, isFinal, createdAt }) => (
              <Row key={uuid}>
                <RowHead>{words}</RowHead>
                <Cell label="Items hidden" isNumber>
                  {hidden}
                </Cell>
                <Cell label="Added">
                  <RelativeTime at={createdAt} now={now} />
                </Cell>
                {mayChange && (
                  <Cell label="">
                    <Remove {...{ uuid, words, hidden, isFinal }} />
                  </Cell>
                )}
              </Row>
            ))}
          </Table>
        )}
      </Panel>
      {mayChange && <NewRule />}
    </DataFeedsLayout>
  )
}

type RemoveProps = { uuid: string; words: string; hidden: number; isFinal: boolean }

function Remove({ uuid, words, hidden, isFinal }: RemoveProps) {
  const asked = {
    action: 'Remove',
    actionLabel: `Remove: ${words}`,
    hidden: { intent: 'remove', uuid },
  }
  if (!isFinal) return <ActionForm {...asked} className="" />
  return (
    <ConfirmForm {...asked} title={`Remove “${words}”?`} confirm="Remove">
      <p>
        It hides {countItems(hidden)}, which can appear in nudges again. Adding the exclusion later
        only affects new data, because we never store email addresses.
      </p>
    </ConfirmForm>
  )
}

const NewRule = () => (
  <Panel>
    <h2 className="part-title">Add exclusion</h2>
    <p className="part-lead">
      Applies to stored and new data. Email domains only affect new data, because we never store
      addresses. Data from pages includes no email addresses or amounts.
    </p>
    <ActionForm action="Add exclusion" tone="primary" clears>
      {(answer) => <RuleFields answer={answer} />}
    </ActionForm>
  </Panel>
)

function RuleFields({ answer }: { answer: FormResponse | undefined }) {
  const [field, setField] = useState('email_domain')
  return (
    <>
      <SelectInput
        name="field"
        label="Exclude by"
        options={fields}
        initial="email_domain"
        answer={answer}
        onChoose={setField}
      />
      {field === 'country' ? (
        <PickerInput name="value" label="Country" of="country" answer={answer} />
      ) : (
        <TextInput
          name="value"
          label="Value"
          autoComplete="off"
          helpText="For example example.com, 10, Blue Kettle or DE. Amounts are compared in the order’s currency."
          answer={answer}
        />
      )}
    </>
  )
}
