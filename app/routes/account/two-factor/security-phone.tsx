/** Sets up text messages: password, code, then the recovery codes. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useFetcher, useLoaderData, type FetcherWithComponents } from '@remix-run/react'
import { sessionCookie } from '#app/auth/cookie.server.ts'
import { refuseWhileImpersonating, requireAccount } from '#app/auth/guards.server.ts'
import { pendingLoginCookie } from '#app/auth/short-cookies.server.ts'
import { findPendingLogin } from '#app/domain/accounts/login/pending-logins.server.ts'
import {
  confirmPhoneSetup,
  findTwoFactorPhone,
  startPhoneSetup,
} from '#app/domain/accounts/two-factor/two-factor-phone.server.ts'
import { findTwoFactor } from '#app/domain/accounts/two-factor/two-factor.server.ts'
import { setupInput, type RecoveryKit } from '#app/domain/accounts/two-factor/two-factor.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { PasswordInput, TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { TwoFactorAlreadyOn } from './two-factor-already-on.tsx'
import { RecoveryCodesView } from './recovery-codes-view.tsx'
import { StepForm } from './step-form.tsx'
import { StepHeading } from './step-heading.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = () => [{ title: `Codes by text message – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireAccount(args)
  const { services } = args.context
  return {
    isOn: (await findTwoFactor(services, id)) !== null,
    hasTextMessages: services.mail.sms !== null,
    phone: await findTwoFactorPhone(services, id),
  }
}

const over = { code: ['This took too long. Load the page and begin again.'] }

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  refuseWhileImpersonating(account)
  const { services, clientAddress: address } = args.context
  const { config } = services
  const typed = await readSubmittedValues(args.request, ['code'])
  const form = await readForm(args.request, setupInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    if (form.value.intent === 'start') {
      const token = await startPhoneSetup(services, { account, address }, form.value)
      const headers = { 'Set-Cookie': pendingLoginCookie.write(config, token) }
      return data({ isSent: true }, { headers })
    }
    const login = await findPendingLogin(services, pendingLoginCookie.read(args.request))
    if (login?.userId !== account.id) return invalidFormResponse(over, typed)
    const userAgent = args.request.headers.get('user-agent')
    const owner = { login, userAgent }
    const { kit, sessionToken } = await confirmPhoneSetup(services, owner, form.value.code)
    const headers = new Headers({ 'Set-Cookie': sessionCookie(config, sessionToken) })
    headers.append('Set-Cookie', pendingLoginCookie.end(config))
    return data({ kit }, { headers })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function SecurityPhone() {
  const { isOn } = useLoaderData<typeof loader>()
  const starting = useFetcher<FormResponse | { isSent: true }>()
  const confirming = useFetcher<FormResponse | { kit: RecoveryKit }>()
  const isSent = starting.data !== undefined && 'isSent' in starting.data
  const kit = confirming.data && 'kit' in confirming.data ? confirming.data.kit : null

  return (
    <div className="account-sections">
      <Panel>
        {kit && <RecoveryCodesView kit={kit} />}
        {!kit && isOn && <TwoFactorAlreadyOn />}
        {!kit && !isOn && !isSent && <Begin fetcher={starting} />}
        {!kit && !isOn && isSent && <Confirm fetcher={confirming} />}
      </Panel>
    </div>
  )
}

type Step = { fetcher: FetcherWithComponents<object> }

function Begin({ fetcher }: Step) {
  const { phone, hasTextMessages } = useLoaderData<typeof loader>()
  return (
    <>
      <h2 className="account-section__title">Codes by text message</h2>
      {!hasTextMessages && (
        <p className="account-section__lead">
          Not available: no service for text messages is set up on this server.
        </p>
      )}
      {hasTextMessages && phone === null && (
        <p className="account-section__lead">
          Save your phone number under{' '}
          <Link className="text-link" to="/account/general">
            General
          </Link>{' '}
          first.
        </p>
      )}
      {hasTextMessages && phone !== null && (
        <>
          <p className="account-section__lead">
            Codes go to {phone}. An authenticator app is the safer way: a number can be taken over.
            Every other browser is logged out when two-factor is turned on.
          </p>
          <StepForm fetcher={fetcher} intent="start" action="Send a code">
            {(answer) => (
              <PasswordInput
                name="password"
                label="Your password"
                autoComplete="current-password"
                answer={answer}
              />
            )}
          </StepForm>
        </>
      )}
    </>
  )
}

function Confirm({ fetcher }: Step) {
  const { phone } = useLoaderData<typeof loader>()
  return (
    <>
      <StepHeading>Enter the code</StepHeading>
      <p className="account-section__lead">It was sent to {phone}, and works for ten minutes.</p>
      <StepForm fetcher={fetcher} intent="confirm" action="Turn on">
        {(answer) => (
          <TextInput
            name="code"
            label="Code"
            autoComplete="one-time-code"
            inputMode="numeric"
            answer={answer}
          />
        )}
      </StepForm>
    </>
  )
}
