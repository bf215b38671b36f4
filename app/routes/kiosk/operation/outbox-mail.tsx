/** A stored email as plain text, in which nothing can run or load. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { runStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Outbox')

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await requireKiosk(args)
  const { services } = args.context
  const { now, config } = services
  const act = { actor, act: 'outbox.opened', reason: null, subject: null, lastActId: null } as const
  const { to, subject, at, text } = await runStaffAct(services, act, () => openMail(args))
  return { to, subject, at, text, now: now(), appUrl: config.appUrl }
}

/** @throws Refusal `not_found` */
async function openMail({ context: { services }, params, request }: LoaderFunctionArgs) {
  const mail = await services.mail.outbox.read(params['id'] ?? '')
  if (mail) return mail
  throw pageNotFound(request)
}

export default function OutboxMail() {
  const { to, subject, at, text, now, appUrl } = useLoaderData<typeof loader>()
  return (
    <Screen
      title={subject}
      lead={
        <>
          To {to}, <RelativeTime at={at} now={now} />
        </>
      }
    >
      <Panel>
        <div className="own-lines prose break-anywhere">
          <MailText text={text} appUrl={appUrl} />
        </div>
      </Panel>
      <p className="mt-16">
        <Link to="/settings/outbox" className="text-link">
          Back to outbox
        </Link>
      </p>
    </Screen>
  )
}

/** Only our own URLs become links. */
function MailText({ text, appUrl }: { text: string; appUrl: string }) {
  const pieces = text.split(/(https?:\/\/\S+)/)
  return pieces.map((piece, place) =>
    piece === appUrl || piece.startsWith(`${appUrl}/`) ? (
      <a key={`${String(place)} ${piece}`} href={piece} className="text-link">
        {piece}
      </a>
    ) : (
      piece
    ),
  )
}
