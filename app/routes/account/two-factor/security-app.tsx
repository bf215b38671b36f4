/** Sets up an authenticator app: password, QR code, first correct code, then the recovery codes. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useFetcher, useLoaderData, type FetcherWithComponents } from '@remix-run/react'
import { sessionCookie } from '#app/auth/cookie.server.ts'
import { refuseWhileImpersonating, requireAccount } from '#app/auth/guards.server.ts'
import { renderQr, type QrDrawing } from '#app/domain/accounts/two-factor/two-factor-qr.server.ts'
import {
  confirmAppSetup,
  findTwoFactor,
  startAppSetup,
} from '#app/domain/accounts/two-factor/two-factor.server.ts'
import { setupInput, type RecoveryKit } from '#app/domain/accounts/two-factor/two-factor.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
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
export const meta = () => [{ title: `Authenticator app – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireAccount(args)
  return { isOn: (await findTwoFactor(args.context.services, id)) !== null }
}

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  refuseWhileImpersonating(account)
  const { services, clientAddress: address } = args.context
  const typed = await readSubmittedValues(args.request, ['code'])
  const form = await readForm(args.request, setupInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    switch (form.value.intent) {
      case 'start': {
        const made = await startAppSetup(services, { account, address }, form.value)
        return data<SetUp>({ secret: made.seed, qr: await renderQr(made.address) })
      }
      case 'confirm': {
        const userAgent = args.request.headers.get('user-agent')
        const owner = { userId: account.id, userAgent }
        const { kit, sessionToken } = await confirmAppSetup(services, owner, form.value.code)
        const headers = { 'Set-Cookie': sessionCookie(services.config, sessionToken) }
        return data({ kit }, { headers })
      }
    }
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

type SetUp = { secret: string; qr: QrDrawing }

export default function SecurityApp() {
  const { isOn } = useLoaderData<typeof loader>()
  const starting = useFetcher<FormResponse | SetUp>()
  const confirming = useFetcher<FormResponse | { kit: RecoveryKit }>()
  const setUp = starting.data && 'qr' in starting.data ? starting.data : null
  const kit = confirming.data && 'kit' in confirming.data ? confirming.data.kit : null

  return (
    <div className="account-sections">
      <Panel>
        {kit && <RecoveryCodesView kit={kit} />}
        {!kit && isOn && <TwoFactorAlreadyOn />}
        {!kit && !isOn && !setUp && <Begin fetcher={starting} />}
        {!kit && !isOn && setUp && <Scan setUp={setUp} fetcher={confirming} />}
      </Panel>
    </div>
  )
}

type Step = { fetcher: FetcherWithComponents<object> }

const Begin = ({ fetcher }: Step) => (
  <>
    <h2 className="account-section__title">Set up an authenticator app</h2>
    <p className="account-section__lead">
      You need an app for one-time codes on your phone; many password managers are one too. Every
      other browser is logged out when two-factor is turned on.
    </p>
    <StepForm fetcher={fetcher} intent="start" action="Continue">
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
)

function Scan({ setUp: { secret, qr }, fetcher }: Step & { setUp: SetUp }) {
  return (
    <>
      <StepHeading>Scan the code with your app</StepHeading>
      <p className="account-section__lead">Or type the secret under it into the app.</p>
      <svg
        className="security-qr"
        role="img"
        aria-label="QR code of the secret"
        viewBox={`0 0 ${String(qr.size)} ${String(qr.size)}`}
        shapeRendering="crispEdges"
      >
        <path d={`M0 0h${String(qr.size)}v${String(qr.size)}H0z`} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <CopyCode code={secret} name="secret" />
      <StepForm fetcher={fetcher} intent="confirm" action="Turn on">
        {(answer) => (
          <TextInput
            name="code"
            label="Code that the app shows now"
            autoComplete="one-time-code"
            inputMode="numeric"
            answer={answer}
          />
        )}
      </StepForm>
    </>
  )
}
