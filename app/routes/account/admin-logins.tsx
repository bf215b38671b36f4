/** Frames of Wix’ dashboard and of control panels on the screen of devices. */
import type { AdminSession, TenantAdmin } from '#app/domain/shops/tenants/admin-logins.server.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { End } from './end-session.tsx'

const systems = { wix: 'Wix dashboard', bigcommerce: 'BigCommerce control panel' } as const

const nameOf = ({ platform, organization }: TenantAdmin) => `${systems[platform]}: ${organization}`

type AdminSessionsProps = { frames: readonly AdminSession[]; now: Date }

/** Rows of the list of sessions. */
export const AdminSessions = ({ frames, now }: AdminSessionsProps) =>
  frames.map((frame) => (
    <li key={frame.id} className="rows__row">
      <div>
        <p className="strong">
          {nameOf(frame)} {frame.isThis && <Badge>This dashboard</Badge>}
        </p>
        <p className="rows__detail">
          {frame.host !== null && `${frame.host} · `}
          Opened <RelativeTime at={frame.startedAt} now={now} /> · Ends 12 hours after that
        </p>
      </div>
      {!frame.isThis && <End intent={{ intent: 'end-frame', id: frame.id }} name={nameOf(frame)} />}
    </li>
  ))

/** A stranger’s store may have had the account before its person proved the address. */
export const EndedAdmins = ({ admins }: { admins: readonly TenantAdmin[] }) => (
  <Panel>
    <h2 className="part-title">Dashboards that no longer open your account</h2>
    <p className="part-lead">
      Your account got a password outside of them. Allow one again only if you open it yourself: the
      person who is logged in there is then logged in here as you.
    </p>
    {admins.map((admin) => (
      <EndedAdmin key={`${admin.platform} ${admin.tenant}`} admin={admin} />
    ))}
  </Panel>
)

function EndedAdmin({ admin }: { admin: TenantAdmin }) {
  const { Form, ref, answer, isBusy } = useFormFetcher(undefined, { intent: 'allow-admin' })
  return (
    <Form ref={ref} method="post" className="form" noValidate>
      <FormMessage answer={answer} />
      <p className="strong">{nameOf(admin)}</p>
      {admin.host !== null && <p className="rows__detail">{admin.host}</p>}
      <input type="hidden" name="intent" value="allow-admin" />
      <input type="hidden" name="platform" value={admin.platform} />
      <input type="hidden" name="tenant" value={admin.tenant} />
      <ConfirmingPassword name="password" answer={answer} />
      <Button submit loading={isBusy} accessibilityLabel={`Allow ${nameOf(admin)} again`}>
        Allow again
      </Button>
    </Form>
  )
}
