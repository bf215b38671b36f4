/** One site's pixel: installation, status, page API. */
import {
  data,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { z } from 'zod'
import {
  requireAccountContext,
  requireNamedSite,
  requireRight,
  type GuardArgs,
} from '#app/auth/guards.server.ts'
import { listGoals } from '#app/domain/goals/goals.server.ts'
import { findEmbedLink } from '#app/domain/shops/shops.server.ts'
import { findScriptSystem } from '#app/domain/shops/tenants/site-script.server.ts'
import { requestInstallEmail, installEmailInput } from '#app/domain/sites/install-email.server.ts'
import { listPixelHosts } from '#app/domain/sites/pixel-hosts.server.ts'
import { readPixelSize } from '#app/domain/sites/pixel-size.server.ts'
import { pixelStateOf } from '#app/domain/sites/pixel-state.ts'
import { installationCode, managedCode } from '#app/domain/sites/site.ts'
import { verifyPixel } from '#app/domain/sites/verify-pixel.server.ts'
import { readOnboardingProgress } from '#app/presenters/onboarding/progress.server.ts'
import { currentOnboardingStep } from '#app/presenters/onboarding/steps.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { trustedTypesName } from '#app/domain/sites/page-policy.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { SendCode } from '#app/ui/forms/send-code.tsx'
import pageApiCss from '#app/ui/page-api/page-api.css?url'
import { PageApiPanel } from '#app/ui/page-api/page-api-panel.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import { TabbedScreen } from '#app/ui/tabs.tsx'
import { EmbedPanel } from './embed-panel.tsx'
import { InstallGuides } from './install-guides.tsx'
import pixelCss from './pixel.css?url'
import { SizePanel } from './size-panel.tsx'
import { StatePanel } from './state-panel.tsx'
import { VerifyPanel } from './verify-panel.tsx'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: pageApiCss },
  { rel: 'stylesheet', href: pixelCss },
]
export const meta = siteTitle('Pixel')

const pollMillis = 5_000

type SiteArgs = GuardArgs & { params: { id?: string } }

/** @throws Refusal `not_found` for another team's site, and for people without an organization */
async function requireSiteOfPixel(args: SiteArgs) {
  const { account, team, siteContext } = await requireAccountContext(args)
  if (!team) throw pageNotFound(args.request)
  const { site, scope } = await requireNamedSite(args, team.scope, args.params.id ?? '')
  return { account, team, site, scope, siteContext }
}

export async function loader(args: LoaderFunctionArgs) {
  const { account, team, site, scope, siteContext } = await requireSiteOfPixel(args)
  const { services } = args.context
  const { appUrl } = services.config
  const now = services.now()
  const hosts = await listPixelHosts(services, scope, site.url)
  const goals = await listGoals(services, scope)
  const mayEdit = mayDo(team.role, 'site:edit')
  // Onboarding is about the current site.
  const isCurrent = siteContext?.site.id === site.id
  const progress = await readOnboardingProgress(services, account.id, { site, scope })

  return {
    name: site.name,
    siteHost: new URL(site.url).host,
    appUrl,
    now,
    hosts,
    seenAt: site.pixelSeenAt,
    state: pixelStateOf(site.pixelSeenAt, hosts, now),
    code: installationCode(appUrl, site.uuid),
    managedCode: managedCode(appUrl, site.uuid),
    embedLink: await findEmbedLink(services, scope),
    hasScript: (await findScriptSystem(services, scope)) !== null,
    goals: goals.map(({ uuid, name, isActive }) => ({ uuid, name, isActive })),
    size: await readPixelSize(),
    mayEdit,
    isSettingUp: mayEdit && isCurrent && currentOnboardingStep(progress, null) !== null,
  }
}

const actionInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('verify'),
    path: z
      .string()
      .trim()
      .max(500, 'Use 500 characters or fewer.')
      .regex(/^\/(?![/\\])/, 'Enter a page path, for example /products/cup.'),
  }),
  installEmailInput.extend({ intent: z.literal('send') }),
])

export async function action(args: ActionFunctionArgs) {
  const { account, team, site, scope } = await requireSiteOfPixel(args)
  requireRight(team, 'site:edit')
  const typed = await readSubmittedValues(args.request, ['path', 'to'])
  const form = await readForm(args.request, actionInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const { services, clientAddress: address } = args.context
  try {
    if (form.value.intent === 'send') {
      const { to } = form.value
      await requestInstallEmail(services, { site: scope, sender: { account, address } }, { to })
      return data<Saved>({ saved: `Code sent to ${to}` })
    }
    const asker = { account: account.email, address }
    return { verified: await verifyPixel(services, { site, asker }, form.value.path) }
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

const parts = { install: 'Install', check: 'Check', developers: 'For developers' } as const

type Part = keyof typeof parts

const isPart = (name: string | null): name is Part => name !== null && name in parts

export default function Pixel() {
  const shown = useLoaderData<typeof loader>()
  const { name, siteHost, now, hosts, seenAt, state } = shown
  const [query] = useSearchParams()
  const asked = query.get('part')
  const part = isPart(asked) ? asked : 'install'
  usePolling(pollMillis)
  return (
    <TabbedScreen
      title="Pixel"
      lead={`${connectors[loadedBy(shown)]} connects ${name} to ${productName}.`}
      tabs={Object.entries(parts).map(([key, label]) => ({
        to: key === 'install' ? '.' : `?part=${key}`,
        label,
        isCurrent: key === part,
      }))}
    >
      {shown.isSettingUp && (
        <p>
          <Link className="text-link" to="/onboarding?step=install">
            Back to setup
          </Link>
        </p>
      )}
      {part !== 'developers' && (
        <StatePanel state={state} seenAt={seenAt} hosts={hosts} siteHost={siteHost} now={now} />
      )}
      {part === 'install' && <InstallPart shown={shown} />}
      {part === 'check' && <CheckPart shown={shown} />}
      {part === 'developers' && (
        <>
          <PageApiPanel goals={shown.goals} />
          <SizePanel size={shown.size} />
        </>
      )}
    </TabbedScreen>
  )
}

type PartProps = { shown: ReturnType<typeof useLoaderData<typeof loader>> }

const loadedBy = ({ embedLink, hasScript }: PartProps['shown']) =>
  embedLink !== null ? 'embed' : hasScript ? 'app' : 'code'

const connectors = {
  code: 'The line of code that',
  embed: 'The switch in your theme that',
  app: 'The script that the app adds to your pages',
} as const

const InstallPart = ({ shown }: PartProps) => (
  <>
    {shown.embedLink !== null && <EmbedPanel url={shown.embedLink} />}
    <Panel>
      <h2 className="part-title">
        {loadedBy(shown) === 'code' ? 'Install the pixel' : 'Other pages'}
      </h2>
      <p className="part-lead">
        {loadedBy(shown) === 'code'
          ? `Paste this code into every page of ${shown.siteHost}, just before </body>.`
          : `Only for pages of ${shown.siteHost} that your ${loadedBy(shown) === 'app' ? 'app' : 'theme'} doesn’t cover: paste this code just before </body>.`}{' '}
        It loads asynchronously and won’t block your pages.
      </p>
      <CopyCode code={shown.code} name="installation code" />
      <p className="muted prose">
        If your pages have URLs like /#/tea, add data-routes=&quot;hash&quot; to the script element.
        For URLs like /?page=tea, add data-routes=&quot;search&quot;.
      </p>
      {loadedBy(shown) === 'code' && <InstallGuides managedCode={shown.managedCode} />}
    </Panel>
    {shown.mayEdit && loadedBy(shown) === 'code' && (
      <Panel>
        <SendCode titleClass="part-title" />
      </Panel>
    )}
  </>
)

const CheckPart = ({ shown: { appUrl, state, siteHost, mayEdit } }: PartProps) => (
  <>
    {mayEdit && <VerifyPanel appUrl={appUrl} state={state} siteHost={siteHost} />}
    <Panel>
      <h2 className="part-title">Content Security Policy</h2>
      <p className="part-lead">
        If your site uses a Content Security Policy, allow these sources. For script-src, a nonce on
        the script element works too. The line for img-src shows images from your product pages. Add
        the last line only if your policy lists trusted-types.
      </p>
      <CopyCode code={policyLines(appUrl)} name="policy lines" />
    </Panel>
  </>
)

const policyLines = (appUrl: string) =>
  [
    `script-src ${appUrl}`,
    `connect-src ${appUrl}`,
    `img-src ${appUrl}`,
    `trusted-types ${trustedTypesName}`,
  ].join('\n')
