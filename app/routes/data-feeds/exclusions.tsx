/** Rules that hide activities from nudges. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { exclusionInput } from '#app/domain/activities/exclusion-input.ts'
import { describeExclusion } from '#app/domain/activities/exclusion.ts'
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
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.tsx'
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
export const meta = () => [{ title: `Exclusions – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { services } = args.context
  const rules = await listExclusions(services, scope)
  return {
    now: services.now(),
    mayChange: mayDo(team.role, 'site:edit'),
    rules: rules.map((rule) => ({ ...rule, words: describeExclusion(rule) })),
  }
}

const removal = z.object({ intent: z.literal('remove'), uuid: z.uuid() })

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['intent', 'field', 'value'])
  if (typed['intent'] === 'remove') {
    const form = await readForm(args.request, removal)
    if (!form.ok) return invalidFormResponse(form.errors)
    const shown = await removeExclusion(services, scope, form.value.uuid)
    return data<Saved>({ saved: `The rule is taken back. It had hidden ${String(shown)}.` })
  }

  const form = await readForm(args.request, exclusionInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)
  try {
    const hidden = await addExclusion(services, scope, form.value)
    return data<Saved>({ saved: `The rule is kept. It hid ${String(hidden)} so far.` })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

const fields = [
  { value: 'email_domain', label: 'Email addresses at a domain' },
  { value: 'amount_below', label: 'Orders below an amount' },
  { value: 'product', label: 'A product, by its exact name' },
  { value: 'country', label: 'A country, by its code' },
]

export default function Exclusions() {
  const { rules, now, mayChange } = useLoaderData<typeof loader>()
  return (
    <DataFeedsLayout>
      <Panel>
        <h2 className="part-title">Exclusions</h2>
        <p className="part-lead">
          What fits a rule is kept and never told: orders of your staff, of a partner, of a product
          that is nobody’s business.
        </p>
        {rules.length === 0 ? (
          <Empty title="No rules yet">Everything that is proven may be told.</Empty>
        ) : (
          <Table
            caption="Rules"
            columns={[
              { label: 'Hides' },
              { label: 'Hidden by it', isNumber: true },
              { label: 'Since' },
              ...(mayChange ? [{ label: 'Take back', isSilent: true }] : []),
            ]}
          >
            {rules.map(({ uuid, words, hidden, createdAt }) => (
              <Row key={uuid}>
                <RowHead>{words}</RowHead>
                <Cell label="Hidden by it" isNumber>
                  {hidden}
                </Cell>
                <Cell label="Since">
                  <RelativeTime at={createdAt} now={now} />
                </Cell>
                {mayChange && (
                  <Cell label="">
                    <ActionForm
                      action="Take back"
                      actionLabel={`Take back: ${words}`}
                      className="feed-act"
                      hidden={{ intent: 'remove', uuid }}
                    />
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

const NewRule = () => (
  <Panel>
    <h2 className="part-title">Add a rule</h2>
    <p className="part-lead">
      It holds from now on, and for what is stored – except for domains: addresses are never kept,
      so that only what arrives can be judged by them. Pages tell neither addresses nor amounts.
    </p>
    <ActionForm action="Add the rule" className="feed-rule" tone="primary" clears>
      {(answer) => (
        <>
          <SelectInput
            name="field"
            label="What the rule looks at"
            options={fields}
            initial="email_domain"
            answer={answer}
          />
          <TextInput
            name="value"
            label="Value"
            autoComplete="off"
            helpText="Such as example.com, 10, Blue Kettle or DE. Amounts are taken in the currency of the order."
            answer={answer}
          />
        </>
      )}
    </ActionForm>
  </Panel>
)
