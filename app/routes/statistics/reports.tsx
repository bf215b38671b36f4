/** Reports by email, for the current person and site. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { shownAddress } from '#app/domain/accounts/account.ts'
import { frequencies, frequencyNames } from '#app/domain/reports/period.ts'
import {
  saveReportChoice,
  readReportChoice,
  reportInput,
} from '#app/domain/reports/reports.server.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { SelectInput } from '#app/ui/forms/fields.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './statistics-layout.tsx'
export const meta = siteTitle('Email reports')

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, frame, account } = await readStatisticsLayout(args)
  const { id, email, isVerified } = account
  return {
    frame,
    email: shownAddress(email),
    isVerified,
    every: await readReportChoice(services, scope, id),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, account } = await requireSite(args)
  const form = await readForm(args.request, reportInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  const { every } = form.value
  await saveReportChoice(args.context.services, scope, { userId: account.id, every })
  return data<Saved>({
    saved: every === 'never' ? 'Email reports turned off' : 'Email reports saved',
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
      {!isVerified && email !== '' && (
        <Banner tone="warning" title="Confirm your email address">
          <p>We’ll send reports to {email} after you open the confirmation link we emailed you.</p>
        </Banner>
      )}
      <Panel>
        <h2 className="part-title">Email reports</h2>
        <p className="part-lead">
          Get the overview for {frame.host} by email, with changes from the previous period. We send
          it to {email || 'your email address'} only, in the morning after the period ends, by your
          site’s clock. The email has no tracking.
        </p>
        <SettingsForm action="Save" className="form short-form">
          {(answer) => (
            <SelectInput
              name="every"
              label="How often"
              answer={answer}
              options={options}
              initial={every ?? 'never'}
            />
          )}
        </SettingsForm>
      </Panel>
      <p>
        <Link className="text-link" to="/statistics">
          Back to overview
        </Link>
      </p>
    </StatisticsLayout>
  )
}
