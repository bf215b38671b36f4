/** Sets up text messages: password, code, then the recovery codes. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { sessionCookie } from '#app/auth/cookie.server.ts'
import { requireAccount } from '#app/auth/guards.server.ts'
import { pendingLoginCookie } from '#app/auth/short-cookies.server.ts'
import { findPendingLogin } from '#app/domain/accounts/login/pending-logins.server.ts'
import {
  confirmPhoneSetup,
  findTwoFactorPhone,
  startPhoneSetup,
} from '#app/domain/accounts/two-factor/two-factor-phone.server.ts'
import { findTwoFactor } from '#app/domain/accounts/two-factor/two-factor.server.ts'
import { setupInput } from '#app/domain/accounts/two-factor/two-factor.ts'
import { refuseField } from '#app/lib/errors.ts'
import { submitSecurityForm } from './security-form.server.ts'
import { CodeStep, PasswordStep, SetupScreen, type SetupStep } from './setup-screen.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { StepHeading } from './step-form.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Codes by text message')

export async function loader(args: LoaderFunctionArgs) {
  const { id, isVerified } = await requireAccount(args)
  const { services } = args.context
  return {
    isVerified,
    isOn: (await findTwoFactor(services, id)) !== null,
    hasTextMessages: services.mail.sms !== null,
    phone: await findTwoFactorPhone(services, id),
  }
}

const over = 'This step timed out. Reload the page and start over.'

export const action = (args: ActionFunctionArgs) =>
  submitSecurityForm(
    args,
    { shape: setupInput, kept: ['code'], addsLogin: true },
    async ({ account, services, request, address }, input) => {
      const { config } = services
      if (input.intent === 'start') {
        const token = await startPhoneSetup(services, { account, address }, input)
        const headers = { 'Set-Cookie': pendingLoginCookie.write(config, token) }
        return data({ isSent: true }, { headers })
      }
      const login = await findPendingLogin(services, pendingLoginCookie.read(config, request))
      if (login?.userId !== account.id) throw refuseField('code', over)
      const owner = {
        login,
        userAgent: request.headers.get('user-agent'),
        frameSessionId: account.frameSessionId,
      }
      const { kit, sessionToken } = await confirmPhoneSetup(services, owner, input.code)
      const headers = new Headers()
      if (sessionToken !== null) {
        headers.append('Set-Cookie', sessionCookie(config, sessionToken))
      }
      headers.append('Set-Cookie', pendingLoginCookie.end(config))
      return data({ kit }, { headers })
    },
  )

export default function SecurityPhone() {
  const { isOn, isVerified } = useLoaderData<typeof loader>()
  return <SetupScreen isOn={isOn} isVerified={isVerified} Begin={Begin} Confirm={Confirm} />
}

function Begin({ fetcher }: SetupStep) {
  const { phone, hasTextMessages } = useLoaderData<typeof loader>()
  return (
    <>
      <h2 className="part-title">Codes by text message</h2>
      {!hasTextMessages && (
        <p className="part-lead">
          Text messages aren’t set up on this server.{' '}
          <Link className="text-link" to="/account/security/app">
            Use an authenticator app
          </Link>{' '}
          instead.
        </p>
      )}
      {hasTextMessages && phone === null && (
        <p className="part-lead">
          Add your phone number under{' '}
          <Link className="text-link" to="/account/general">
            General
          </Link>{' '}
          first.
        </p>
      )}
      {hasTextMessages && phone !== null && (
        <>
          <p className="part-lead">
            We’ll text codes to {phone}. An authenticator app is safer, because phone numbers can be
            hijacked. Turning this on logs out your other sessions.
          </p>
          <PasswordStep fetcher={fetcher} action="Send code" />
        </>
      )}
    </>
  )
}

function Confirm({ fetcher }: SetupStep) {
  const { phone } = useLoaderData<typeof loader>()
  return (
    <>
      <StepHeading>Enter the code</StepHeading>
      <p className="part-lead">We sent it to {phone}. It’s valid for 10 minutes.</p>
      <CodeStep fetcher={fetcher} label="Code" />
    </>
  )
}
