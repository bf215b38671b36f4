/** For staff of a product without an email server: the emails that would have been sent. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { runStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { productName } from '#app/lib/product.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Outbox')

const aboutNobody = { reason: null, subject: null, lastActId: null } as const

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await requireKiosk(args)
  const { services } = args.context
  const { outbox } = services.mail
  const act = { actor, act: 'outbox.listed', ...aboutNobody } as const
  const mails = await runStaffAct(services, act, () => outbox.list())
  return { isInUse: outbox.isInUse, mails, now: services.now() }
}

export default function Outbox() {
  const { isInUse, mails, now } = useLoaderData<typeof loader>()
  return (
    <Screen title="Outbox" lead={isInUse ? <NoServer /> : <WithServer />}>
      <Panel>
        {mails.length === 0 ? (
          <p className="muted">The outbox is empty.</p>
        ) : (
          <ul className="rows">
            {mails.map(({ id, to, subject, at }) => (
              <li key={id} className="rows__row">
                <div className="rows__words">
                  <Link to={`/settings/outbox/${id}`} className="text-link">
                    {subject}
                  </Link>
                  <p className="rows__detail">
                    To {to}, <RelativeTime at={at} now={now} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </Screen>
  )
}

const NoServer = () => (
  <>
    This {productName} server doesn’t send email. Messages are kept here for 30 days. To send them,
    set <code>SMTP_URL</code> (for example{' '}
    <code className="break-anywhere">smtps://name:password@mail.example</code>) and restart.
  </>
)

const WithServer = () => (
  <>
    <code>SMTP_URL</code> is set, so emails are sent and no longer stored here. Existing messages
    are kept for 30 days.
  </>
)
