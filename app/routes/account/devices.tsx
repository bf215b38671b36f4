import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useFetcher, useLoaderData } from '@remix-run/react'
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { refuseWhileImpersonating, requireAccount } from '#app/auth/guards.server.ts'
import { devicesInput } from '#app/domain/accounts/account.ts'
import {
  endDevice,
  endOtherDevices,
  listDevices,
} from '#app/domain/accounts/login/devices.server.ts'
import { sessionIdleDays } from '#app/domain/accounts/login/sessions.server.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Devices')

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireAccount(args)
  const { services } = args.context
  const devices = await listDevices(services, id, readSessionToken(args.request) ?? '')
  return { devices, idleDays: sessionIdleDays, now: services.now() }
}

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  refuseWhileImpersonating(account)
  const { id: userId } = account
  const { services } = args.context
  const form = await readForm(args.request, devicesInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  switch (form.value.intent) {
    case 'end':
      await endDevice(services, userId, form.value.id)
      break
    case 'end-others':
      await endOtherDevices(services, userId, readSessionToken(args.request) ?? '')
      break
  }
  return data({ isEnded: true })
}

export default function Devices() {
  const { devices, idleDays, now } = useLoaderData<typeof loader>()
  return (
    <div className="parts">
      <Panel>
        <h2 className="part-title">Active sessions</h2>
        <p className="part-lead">
          A session ends after {idleDays} days without activity. Don’t recognize one? Log it out,
          then change your password.
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
              {!device.isThis && <End device={device} />}
            </li>
          ))}
        </ul>
        {devices.length > 1 && <EndOthers />}
      </Panel>
    </div>
  )
}

function End({ device }: { device: { id: string; name: string | null } }) {
  const { Form, state } = useFetcher()
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="end" />
      <input type="hidden" name="id" value={device.id} />
      <Button
        submit
        loading={state !== 'idle'}
        accessibilityLabel={`Log out ${device.name ?? 'unknown browser'}`}
      >
        Log out
      </Button>
    </Form>
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
