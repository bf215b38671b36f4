/** Sets up an authenticator app: password, QR code, first correct code, then the recovery codes. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sessionCookie } from '#app/auth/cookie.server.ts'
import { requireAccount } from '#app/auth/guards.server.ts'
import { renderQr, type QrDrawing } from '#app/domain/accounts/two-factor/two-factor-qr.server.ts'
import {
  confirmAppSetup,
  findTwoFactor,
  startAppSetup,
} from '#app/domain/accounts/two-factor/two-factor.server.ts'
import { setupInput } from '#app/domain/accounts/two-factor/two-factor.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { submitSecurityForm } from './security-form.server.ts'
import { CodeStep, PasswordStep, SetupScreen, type SetupStep } from './setup-screen.tsx'
import { StepHeading } from './step-form.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Authenticator app')

export async function loader(args: LoaderFunctionArgs) {
  const { id, isVerified } = await requireAccount(args)
  return { isVerified, isOn: (await findTwoFactor(args.context.services, id)) !== null }
}

export const action = (args: ActionFunctionArgs) =>
  submitSecurityForm(
    args,
    { shape: setupInput, kept: ['code'], addsLogin: true },
    async ({ account, services, request, address }, input) => {
      switch (input.intent) {
        case 'start': {
          const made = await startAppSetup(services, { account, address }, input)
          return data<Started>({ secret: made.seed, qr: await renderQr(made.address) })
        }
        case 'confirm': {
          const userAgent = request.headers.get('user-agent')
          const { id: userId, frameSessionId } = account
          const owner = { userId, userAgent, frameSessionId }
          const { kit, sessionToken } = await confirmAppSetup(services, owner, input.code)
          if (sessionToken === null) return data({ kit })
          const headers = { 'Set-Cookie': sessionCookie(services.config, sessionToken) }
          return data({ kit }, { headers })
        }
      }
    },
  )

type Started = { secret: string; qr: QrDrawing }

export default function SecurityApp() {
  const { isOn, isVerified } = useLoaderData<typeof loader>()
  return <SetupScreen<Started> isOn={isOn} isVerified={isVerified} Begin={Begin} Confirm={Scan} />
}

const Begin = ({ fetcher }: SetupStep) => (
  <>
    <h2 className="part-title">Set up an authenticator app</h2>
    <p className="part-lead">
      You’ll need an authenticator app. Many password managers include one. Turning on two-factor
      authentication logs out your other sessions.
    </p>
    <PasswordStep fetcher={fetcher} action="Continue" />
  </>
)

const Scan = ({ fetcher, started: { secret, qr } }: SetupStep & { started: Started }) => (
  <>
    <StepHeading>Scan this QR code with your app</StepHeading>
    <p className="part-lead">Can’t scan it? Enter the setup key below instead.</p>
    <svg
      className="security-qr"
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${String(qr.size)} ${String(qr.size)}`}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${String(qr.size)}v${String(qr.size)}H0z`} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
    <CopyCode code={secret} name="setup key" />
    <CodeStep fetcher={fetcher} label="6-digit code from your app" />
  </>
)
