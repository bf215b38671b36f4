import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireAccount, requireAccountContext } from '#app/auth/guards.server.ts'
import { shownAddress } from '#app/domain/accounts/account.ts'
import {
  mandatoryEmails,
  notificationKinds,
  notificationsInput,
} from '#app/domain/accounts/profile/notifications.ts'
import {
  readNotificationChoices,
  saveNotificationChoices,
} from '#app/domain/accounts/profile/notifications.server.ts'
import { frequencyNames, type Frequency } from '#app/domain/reports/period.ts'
import { readReportChoice } from '#app/domain/reports/reports.server.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { CheckInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { StoredSection } from './section.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Emails')

export async function loader(args: LoaderFunctionArgs) {
  const { account, siteContext } = await requireAccountContext(args)
  const { services } = args.context
  const { id, email } = account
  const report = siteContext && {
    host: new URL(siteContext.site.url).host,
    every: await readReportChoice(services, siteContext.scope, id),
  }
  return {
    email: shownAddress(email),
    choices: await readNotificationChoices(services, id),
    report,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { id } = await requireAccount(args)
  const form = await readForm(args.request, notificationsInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  await saveNotificationChoices(args.context.services, id, form.value)
  return data<Saved>({ saved: 'Email preferences saved' })
}

export default function Notifications() {
  const { email, choices, report } = useLoaderData<typeof loader>()
  return (
    <div className="parts">
      <StoredSection
        intent="choose"
        title="Optional emails"
        lead={`Sent to ${email || 'your email address'} about organizations you own and services you connected.`}
        action="Save preferences"
      >
        {(answer) => (
          <fieldset className="choices">
            <legend className="visually-hidden">Email me when</legend>
            {notificationKinds.map(({ kind, name }) => (
              <CheckInput
                key={kind}
                name={kind}
                label={name}
                isInitiallyChecked={choices[kind]}
                answer={answer}
              />
            ))}
          </fieldset>
        )}
      </StoredSection>
      {report && <EmailReports {...report} />}
      <Panel>
        <h2 className="part-title">Required emails</h2>
        <p className="part-lead">
          You can’t turn these off, because they warn you if someone gets into your account.
        </p>
        <ul className="stack gap-6 bullets mt-16">
          {mandatoryEmails.map((mail) => (
            <li key={mail}>{mail}</li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

/** Reports belong to a site, and are chosen with its statistics. */
const EmailReports = ({ host, every }: { host: string; every: Frequency | null }) => (
  <Panel>
    <h2 className="part-title">Email reports</h2>
    <p className="part-lead">
      {every === null
        ? `Get key metrics for ${host} by email.`
        : `${frequencyNames[every]}: key metrics for ${host}.`}
    </p>
    <p className="mt-12">
      <Link className="text-link" to="/statistics/reports">
        {every === null ? 'Set up email reports' : 'Change email reports'}
      </Link>
    </p>
  </Panel>
)
