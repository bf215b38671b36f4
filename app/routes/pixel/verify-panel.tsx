/** Checks the site's page from our server on demand. */
import { AlertTriangleIcon, CheckCircleIcon, MinusCircleIcon } from '@shopify/polaris-icons'
import type { PixelState } from '#app/domain/sites/pixel-state.ts'
import type { PixelCheck } from '#app/domain/sites/verify-pixel.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePostedFetcher } from '#app/ui/forms/posted-answer.ts'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { verifySteps, type VerifyStep } from './verify-texts.ts'

type VerifyPanelProps = { appUrl: string; state: PixelState; siteHost: string }

export function VerifyPanel(about: VerifyPanelProps) {
  const fetcher = usePostedFetcher({ intent: 'verify' })
  const { Form, state } = fetcher
  const data = fetcher.data as { verified: PixelCheck } | FormResponse | undefined
  const verified = data && 'verified' in data ? data.verified : null
  const answer = data && 'errors' in data ? data : undefined
  useFaultToast(answer)

  return (
    <Panel>
      <h2 className="part-title">Check your installation</h2>
      <p className="part-lead">
        Our server loads a page on {about.siteHost} and checks what a visitor’s browser would
        receive.
      </p>
      <Form method="post" className="form" noValidate>
        <FormMessage answer={answer} />
        <input type="hidden" name="intent" value="verify" />
        <TextInput name="path" label="Page path" autoComplete="off" initial="/" answer={answer} />
        <Button submit loading={state !== 'idle'}>
          Check page
        </Button>
      </Form>
      <div role="status">
        {verified && <Steps steps={verifySteps(verified, about)} verified={verified} />}
      </div>
    </Panel>
  )
}

const Steps = ({ steps, verified }: { steps: readonly VerifyStep[]; verified: PixelCheck }) => {
  const bad = steps.filter(({ state }) => state === 'bad').length
  return (
    <>
      <p className="mt-20 mb-12 strong">
        {bad === 0
          ? 'No issues found'
          : `${String(bad)} of ${String(steps.length)} checks ${bad === 1 ? 'needs' : 'need'} your attention`}
        , {formatDateTime(new Date(verified.at))}
      </p>
      <ol className="plain-list stack gap-12 verified">
        {steps.map(({ state, title, detail }) => (
          <li key={title} className={`verified__step--${state}`}>
            <StepIcon state={state} />
            <div className="min-w-0">
              <p className="strong">
                <span className="visually-hidden">{spoken[state]}: </span>
                {title}
              </p>
              <p className="mt-4 muted prose break-anywhere">{detail}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

const spoken: Record<VerifyStep['state'], string> = {
  good: 'Good',
  bad: 'Needs attention',
  open: 'Not checked',
}

function StepIcon({ state }: { state: VerifyStep['state'] }) {
  if (state === 'good') return <CheckCircleIcon aria-hidden />
  return state === 'bad' ? <AlertTriangleIcon aria-hidden /> : <MinusCircleIcon aria-hidden />
}
