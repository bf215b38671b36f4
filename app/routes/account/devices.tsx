import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useFetcher, useLoaderData } from '@remix-run/react'
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { requireAccount } from '#app/auth/guards.server.ts'
import { devicesInput, teamOfAdmin } from '#app/domain/accounts/account.ts'
import {
  endDevice,
  endOtherDevices,
  listDevices,
} from '#app/domain/accounts/login/devices.server.ts'
import {
  endOtherShopLogins,
  endShopLogin,
  listShopLogins,
} from '#app/domain/shops/shop-logins.server.ts'
import {
  allowAdmin,
  endAdminSession,
  listAdminSessions,
  listEndedAdmins,
} from '#app/domain/shops/tenants/admin-logins.server.ts'
import { sessionIdleDays } from '#app/domain/accounts/login/sessions.server.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { invalidFormResponse, refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { AdminSessions, EndedAdmins } from './admin-logins.tsx'
import { End } from './end-session.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Devices')

export async function loader(args: LoaderFunctionArgs) {
  const account = await requireAccount(args)
  const { id, hasPassword } = account
  const { services } = args.context
  const [devices, shops, frames, ended] = await Promise.all([
    listDevices(services, id, readSessionToken(services.config, args.request) ?? ''),
    listShopLogins(services, id),
    listAdminSessions(services, account),
    listEndedAdmins(services, id),
  ])
  const now = services.now()
  return { devices, shops, frames, ended, hasPassword, idleDays: sessionIdleDays, now }
}

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const { id: userId } = account
  const { services, clientAddress: address } = args.context
  const form = await readForm(args.request, devicesInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  switch (form.value.intent) {
    case 'end':
      await endDevice(services, userId, form.value.id)
      break
    case 'end-shop':
      await endShopLogin(services, userId, form.value.shop)
      break
    case 'end-frame':
      await endAdminSession(services, userId, form.value.id)
      break
    case 'allow-admin':
      try {
        await allowAdmin(services, { account, address }, form.value)
      } catch (error) {
        return refusedFormResponse(error)
      }
      return data<Saved>({ saved: 'Dashboard allowed' })
    case 'end-others': {
      const shopTeamId = teamOfAdmin(account)
      await endOtherDevices(
        services,
        account,
        readSessionToken(services.config, args.request) ?? '',
      )
      await endOtherShopLogins(services, userId, shopTeamId)
      break
    }
  }
  return data({ isEnded: true })
}

export default function Devices() {
  const { devices, shops, frames, ended, hasPassword, idleDays, now } =
    useLoaderData<typeof loader>()
  return (
    <div className="parts">
      <Panel>
        <h2 className="part-title">Active sessions</h2>
        <p className="part-lead">
          A session ends after {idleDays} days without activity. Don’t recognize one? Log it out
          {hasPassword ? ', then change your password.' : '.'}
        </p>
        <ul className="rows">
          {devices.map((device) => (
            <li key={device.id} className="rows__row">
              <div>
                <p className="strong">
                  {device.name ?? 'Unknown browser'} {device.isThis && <Badge>This browser</Badge>}
                </p>
                <p className="rows__detail">
                  Last active <RelativeTime at={device.lastUsedAt} now={now} /> · Logged in{' '}
                  <RelativeTime at={device.startedAt} now={now} />
                </p>
              </div>
              {!device.isThis && (
                <End intent={{ intent: 'end', id: device.id }} name={device.name} />
              )}
            </li>
          ))}
          <AdminSessions frames={frames} now={now} />
        </ul>
        {devices.length + shops.length + frames.length > 1 && <EndOthers />}
      </Panel>
      {shops.length > 0 && <ShopLogins />}
      {ended.length > 0 && <EndedAdmins admins={ended} />}
    </div>
  )
}

/** Someone else may have made the link by which a shop was connected. */
function ShopLogins() {
  const { shops, now } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="part-title">Shopify shops</h2>
      <p className="part-lead">
        The person who connected a shop is logged in as you in its admin. Don’t recognize one? Log
        it out, then change your password.
      </p>
      <ul className="rows">
        {shops.map(({ domain, name, since }) => (
          <li key={domain} className="rows__row">
            <div>
              <p className="strong">{name}</p>
              <p className="rows__detail">
                {domain} · Connected <RelativeTime at={since} now={now} />
              </p>
            </div>
            <End intent={{ intent: 'end-shop', shop: domain }} name={name} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function EndOthers() {
  const { Form, state } = useFetcher()
  return (
    <Form method="post" className="mt-16">
      <input type="hidden" name="intent" value="end-others" />
      <Button submit tone="critical" loading={state !== 'idle'}>
        Log out all other sessions
      </Button>
    </Form>
  )
}
