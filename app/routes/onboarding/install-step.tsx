import { Form, Link, useSearchParams } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { useEffect } from 'react'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { Panel } from '#app/ui/panel.tsx'
import { SkipStep, StepScreen, type StepStates } from './step-screen.tsx'

const pollMillis = 2_000

type InstallStepProps = {
  way: StepStates
  site: { uuid: string; host: string }
  code: string
  seenAt: Date | null
  /** The site's URL with http, if only that answered. */
  plainUrl: string | null
}

/** Turns green automatically when the pixel first reports from the site's own host. */
export function InstallStep({ way, site, code, seenAt, plainUrl }: InstallStepProps) {
  usePolling(pollMillis)
  useStepInAddress()
  const isInstalled = seenAt !== null

  return (
    <StepScreen
      step="install"
      way={way}
      title="Install the pixel"
      lead={`Paste this code into every page of ${site.host}, just before </body>. It won’t slow your pages down while they load.`}
    >
      <Panel>
        <div className="step__form">
          <CopyCode code={code} name="installation code" />
          <LiveStatus isDone={isInstalled}>
            {isInstalled
              ? `Installed. We’ve heard from your pixel on ${site.host}.`
              : `Waiting for the first visit. Once you’ve pasted the code, open any page on ${site.host}.`}
          </LiveStatus>
          {plainUrl !== null && <PlainUrl url={plainUrl} />}
          <p>
            <Link className="text-link" to={`/pixel/${site.uuid}`}>
              Guides for Shopify, Wix, WordPress and tag managers, or email it to your developer
            </Link>
          </p>
          <div className="step__actions">
            {isInstalled ? (
              <Button variant="primary" size="large" url="/onboarding?step=nudge">
                Continue
              </Button>
            ) : (
              <SkipStep step="install" />
            )}
          </div>
        </div>
      </Panel>
    </StepScreen>
  )
}

/** A URL without a scheme was taken for https. */
const PlainUrl = ({ url }: { url: string }) => (
  <Form method="post" action="/onboarding?step=install" className="step__form">
    <input type="hidden" name="intent" value="use-http" />
    <p className="step__text">
      Your pages answered on http, not https. Use {url} as your site’s URL?
    </p>
    <div>
      <Button submit>Use http</Button>
    </div>
  </Form>
)

/** Without the step in the URL, the next step would be shown before this one turns green. */
function useStepInAddress() {
  const [query, setQuery] = useSearchParams()
  const isNamed = query.get('step') === 'install'

  useEffect(() => {
    if (!isNamed) setQuery({ step: 'install' }, { replace: true, preventScrollReset: true })
  }, [isNamed, setQuery])
}
