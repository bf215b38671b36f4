import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { requireAccount } from '#app/auth/guards.server.ts'
import { listPasskeys } from '#app/domain/accounts/passkeys/passkeys.server.ts'
import {
  findTwoFactor,
  renewRecoveryKit,
  disableTwoFactor,
} from '#app/domain/accounts/two-factor/two-factor.server.ts'
import {
  recoveryCodeCount,
  securityInput,
  type RecoveryKit,
} from '#app/domain/accounts/two-factor/two-factor.ts'
import { HasPasswordContext } from '#app/browser/has-password.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { useFormFetcher, type Saved } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PasskeySection } from './two-factor/passkey-section.tsx'
import { RecoveryCodesView } from './two-factor/recovery-codes-view.tsx'
import { submitSecurityForm } from './two-factor/security-form.server.ts'
import { Section } from './section.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Security')

export async function loader(args: LoaderFunctionArgs) {
  const { id, isVerified } = await requireAccount(args)
  const { services } = args.context
  return {
    isVerified,
    twoFactor: await findTwoFactor(services, id),
    hasTextMessages: services.mail.sms !== null,
    passkeys: await listPasskeys(services, id),
    now: services.now(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submitSecurityForm(
    args,
    { shape: securityInput },
    async ({ account, services, request, address }, input) => {
      const asker = {
        account,
        address,
        sessionToken: readSessionToken(services.config, request) ?? '',
      }
      switch (input.intent) {
        case 'turn-off':
          await disableTwoFactor(services, asker, input)
          return data<Saved>({ saved: 'Two-factor authentication turned off' })
        case 'renew-kit':
          return data({ kit: await renewRecoveryKit(services, asker, input) })
      }
    },
  )

export default function Security() {
  const { twoFactor } = useLoaderData<typeof loader>()
  if (!useContext(HasPasswordContext)) return <WithoutPassword />
  return (
    <div className="parts">
      <State />
      {twoFactor && <RenewKit />}
      {twoFactor && <TurnOff />}
      <PasskeySection />
    </div>
  )
}

/** Two-factor and passkeys protect or replace a password. */
const WithoutPassword = () => (
  <Panel>
    <h2 className="part-title">Two-factor authentication and passkeys</h2>
    <p className="part-lead">
      You log in through the admin of your shop or site, which protects your account. To use them
      for logins on our website,{' '}
      <Link className="text-link" to="/account/general">
        set a password first
      </Link>
      .
    </p>
  </Panel>
)

function State() {
  const { twoFactor, now } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="part-title">
        Two-factor authentication{' '}
        {twoFactor ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
      </h2>
      {twoFactor ? (
        <p className="part-lead">
          Logging in takes your password and a code{' '}
          {twoFactor.method === 'app' ? 'from your app' : 'by text message'}. Turned on{' '}
          <RelativeTime at={twoFactor.since} now={now} />. {twoFactor.codesLeft} of{' '}
          {recoveryCodeCount} recovery codes left.
        </p>
      ) : (
        <WaysOfTurningOn />
      )}
    </Panel>
  )
}

function WaysOfTurningOn() {
  const { hasTextMessages, isVerified } = useLoaderData<typeof loader>()
  const lead = 'Adds a code to every login, so a stolen password isn’t enough.'
  if (!isVerified) {
    return <p className="part-lead">{lead} Confirm your email address to turn it on.</p>
  }
  return (
    <>
      <p className="part-lead">{lead}</p>
      <div className="row gap-16 mt-16">
        <Button url="/account/security/app" variant="primary">
          Set up an authenticator app
        </Button>
        {hasTextMessages ? (
          <Button url="/account/security/phone">Use text messages</Button>
        ) : (
          <Button disabled>Use text messages</Button>
        )}
      </div>
      {!hasTextMessages && (
        <p className="muted prose mt-12">Text messages aren’t set up on this server.</p>
      )}
    </>
  )
}

function RenewKit() {
  const { Form, ref, answer, done, isBusy } = useFormFetcher<{ kit: RecoveryKit }>(undefined, {
    intent: 'renew-kit',
  })

  return (
    <Panel>
      {done ? (
        <RecoveryCodesView kit={done.kit} />
      ) : (
        <>
          <h2 className="part-title">Replace recovery codes</h2>
          <p className="part-lead">
            You’ll get new codes and a new emergency token. The old ones stop working.
          </p>
          <Form ref={ref} method="post" className="form" noValidate>
            <FormMessage answer={answer} />
            <input type="hidden" name="intent" value="renew-kit" />
            <ConfirmingPassword name="kitPassword" answer={answer} />
            <Button submit loading={isBusy}>
              Create new codes
            </Button>
          </Form>
        </>
      )}
    </Panel>
  )
}

const TurnOff = () => (
  <Section
    intent="turn-off"
    title="Turn off two-factor authentication"
    lead="You’ll log in with your password alone. Your other sessions will be logged out."
    action="Turn off"
  >
    {(answer) => <ConfirmingPassword name="offPassword" answer={answer} />}
  </Section>
)
