/** Reports by email, for the current person and site. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banner } from '@shopify/polaris'
import { requireSite } from '#app/auth/guards.server.ts'
import { frequencies, frequencyNames } from '#app/domain/reports/period.ts'
import {
  saveReportChoice,
  readReportChoice,
  reportInput,
} from '#app/domain/reports/reports.server.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput } from '#app/ui/forms/fields.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './statistics-layout.tsx'
export const meta = () => [{ title: `Figures by mail – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, frame, account } = await readStatisticsLayout(args)
  const { id, email, isVerified } = account
  return { frame, email, isVerified, every: await readReportChoice(services, scope, id) }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, account } = await requireSite(args)
  const form = await readForm(args.request, reportInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  const { every } = form.value
  await saveReportChoice(args.context.services, scope, { userId: account.id, every })
  return data<Saved>({
    saved: every === 'never' ? 'You get no figures by mail.' : 'Your choice is saved.',
  })
}

const options = [
  { value: 'never', label: 'Never' },
  ...frequencies.map((value) => ({ value, label: frequencyNames[value] })),
]

export default function Reports() {
  const { frame, email, isVerified, every } = useLoaderData<typeof loader>()
  return (
    <StatisticsLayout frame={frame} hasNoDays>
      {!isVerified && (
        <Banner tone="warning" title="Confirm your address first">
          <p>Figures are sent to {email} once you have opened the link in our first mail.</p>
        </Banner>
      )}
      <Panel>
        <h2 className="part-title">Figures by mail</h2>
        <p className="part-lead">
          To {email}, about {frame.host}, for you alone. The mail has the figures of the overview
          with their meanings and the change against the time before. It comes in the morning (UTC)
          after the last day that it tells about, and nothing in it tells us whether you read it.
        </p>
        <ActionForm action="Save the choice">
          {(answer) => (
            <SelectInput
              name="every"
              label="How often"
              answer={answer}
              options={options}
              initial={every ?? 'never'}
            />
          )}
        </ActionForm>
      </Panel>
    </StatisticsLayout>
  )
}
