import { Form, Link, useSearchParams } from '@remix-run/react'
import { useEffect } from 'react'
import { embedHandle } from '#app/contract/theme-blocks.ts'
import type { SetupShop } from '#app/presenters/onboarding/setup-shops.ts'
import type { ShopQuestion as Question } from '#app/presenters/onboarding/shop-question.server.ts'
import type { FramedPlatform } from '#app/domain/shops/tenants/tenant-name.ts'
import { productName } from '#app/lib/product.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { SendCode } from '#app/ui/forms/send-code.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { Panel } from '#app/ui/panel.tsx'
import { ThemeBlockLink } from '#app/ui/links/theme-block-link.tsx'
import { InstallGuideTabs, type FoundPlatform } from './install-guide-tabs.tsx'
import { ShopQuestion } from './shop/shop-question.tsx'
import { ShopWay } from './shop/shop-way.tsx'
import { SkipStep, StepScreen, type StepStates } from './step-screen.tsx'

const pollMillis = 2_000

type InstallStepProps = {
  way: StepStates
  site: { uuid: string; host: string }
  code: string
  managedCode: string
  found: FoundPlatform | null
  seenAt: Date | null
  /** The site's URL with http, if only that answered. */
  plainUrl: string | null
  /** Null: the shop's app adds the pixel and sends the orders. */
  question: Question | null
  /** Link to the theme editor, for a site that is a Shopify shop. */
  embedLink: string | null
  /** The system whose app puts the pixel on the pages. Null: no app does. */
  scriptSystem: FramedPlatform | null
}

/** Turns green automatically when the pixel first reports from the site's own host. */
export function InstallStep(props: InstallStepProps) {
  const { way, site, code, seenAt, plainUrl, embedLink, scriptSystem, found, question } = props
  usePolling(pollMillis)
  useStepInAddress()
  const isInstalled = seenAt !== null
  const isByCode = embedLink === null && scriptSystem === null
  const { title, lead, next } = wordsOf(props)(site.host)

  return (
    <StepScreen step="install" way={way} title={title} lead={lead}>
      {question && (
        <Panel>
          <ShopQuestion question={question} />
        </Panel>
      )}
      {question?.answer && (
        <ShopWay key={question.answer.name} answer={question.answer} step="install" />
      )}
      <Panel>
        <div className="step__form">
          {isByCode && (
            <div>
              <h2 className="step__heading">Add the pixel</h2>
              <p className="step__text">
                Paste this code into every page of {site.host}, just before &lt;/body&gt;, about 5
                minutes. It won’t slow your pages down while they load.
              </p>
            </div>
          )}
          {isByCode && <CopyCode code={code} name="installation code" />}
          {embedLink !== null && (
            <ThemeBlockLink url={embedLink} label="Open theme editor" handle={embedHandle} />
          )}
          <LiveStatus isDone={isInstalled}>
            {isInstalled
              ? `Installed. We’ve heard from your pixel on ${site.host}.`
              : `Waiting for the first visit. ${next}`}
          </LiveStatus>
          {plainUrl !== null && <PlainUrl url={plainUrl} />}
          {isByCode && (
            <InstallGuideTabs
              key={question?.chosen ?? ''}
              host={site.host}
              found={found}
              shop={shopOf(question)}
              managedCode={props.managedCode}
            />
          )}
          {embedLink !== null && (
            <p>
              <Link className="text-link" to={`/pixel/${site.uuid}`}>
                Use installation code instead, for a storefront without a theme
              </Link>
            </p>
          )}
          {scriptSystem === 'bigcommerce' && (
            <p>
              <Link className="text-link" to="/bc">
                Check the scripts on your storefront
              </Link>
            </p>
          )}
          {isByCode && !isInstalled && (
            <SendCode titleClass="step__heading" to={`/pixel/${site.uuid}`} />
          )}
          <div className="row gap-20">
            {isInstalled ? (
              <Button
                variant="primary"
                size="large"
                url={`/onboarding?step=nudge${question?.chosen ? `&shop=${question.chosen}` : ''}`}
              >
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

/** Null: none of the shops that have a guide. */
const shopOf = (question: Question | null): SetupShop | null =>
  question === null || question.chosen === 'other' ? null : question.chosen

const installByCode = (host: string) => ({
  title: 'Connect your site',
  lead: `Nudges need two things: your shop’s orders, and our code on ${host}.`,
  next: `Once you’ve pasted the code, open any page on ${host}.`,
})

/** Script managers wait for the consent that the script's category asks for. */
const installByApp = (host: string) => ({
  title: 'The pixel is on your pages',
  lead: `The app adds the pixel to ${host}. No code needed. If your site asks for consent, it loads once a visitor accepts analytics.`,
  next: `Open any page on ${host}, in another tab.`,
})

const wordsOf = ({ embedLink, scriptSystem }: InstallStepProps) => {
  if (embedLink !== null) return installByEmbed
  return scriptSystem === null ? installByCode : installByApp
}

const installByEmbed = (host: string) => ({
  title: `Turn on ${productName} in your theme`,
  lead: 'The theme editor opens with the app embed turned on. Click Save there. No code needed, and it won’t slow your pages down while they load.',
  next: `Once you’ve saved, open any page on ${host}.`,
})

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
