/** A recipe: what it brings, how it is set up at the service, and the smart webhooks made from it. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { isUuid, requireRight, requireSite } from '#app/auth/guards.server.ts'
import { mayDoInPerson } from '#app/auth/impersonated-writes.server.ts'
import { createSmartWebhook } from '#app/domain/connections/smart-webhooks.server.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { listSmartWebhookLines } from '#app/presenters/smart-webhooks/list.server.ts'
import { readRecipe } from '#app/presenters/smart-webhooks/recipes.server.ts'
import { readSmartWebhook } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'
import { isNamedOn } from '#app/platforms/other-systems.ts'
import { Details } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Fold } from '#app/ui/folds/fold.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Brings } from '../brings.tsx'
import { AddressPanel } from './address-panel.tsx'
import { notFound } from './guards.server.ts'
import { NameForm } from './name-form.tsx'
import { SamplesPanel } from './samples-panel.tsx'
import { SmartStateBadge } from './smart-state-badge.tsx'
import { links } from './styles.ts'
import { WebhookList } from './webhook-list.tsx'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle<{ label?: string }>((view) => view?.label ?? 'Smart webhook')

function recipeOf(args: LoaderFunctionArgs) {
  const recipe = readRecipe(args.params['id'] ?? '')
  const isNamed =
    recipe && isNamedOn(args.context.platform.name, `${recipe.label} ${recipe.summary}`)
  if (!isNamed) throw notFound(args)
  return recipe
}

export async function loader(args: LoaderFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  const { services } = args.context
  const { id, label, summary, steps, isSecretTheirs, kind } = recipeOf(args)
  const mayChange = mayDoInPerson({ account, team }, 'site:edit')
  const lines = await listSmartWebhookLines(services, scope, id)
  const asked = new URL(args.request.url).searchParams.get('webhook') ?? ''
  const shown = lines.find(({ uuid }) => uuid === asked)
  if (asked !== '' && (!isUuid(asked) || !shown)) throw notFound(args)
  const uuid = shown?.uuid ?? (lines.length === 1 ? lines[0]?.uuid : undefined)
  const webhook =
    uuid === undefined
      ? null
      : await readSmartWebhook(services, scope, { uuid, sample: null, mayChange })
  return {
    id,
    label,
    summary,
    steps,
    isSecretTheirs,
    brings: [kind],
    lines,
    webhook: webhook && {
      uuid: webhook.uuid,
      name: webhook.name,
      state: webhook.state,
      address: webhook.address,
      hasServiceSecret: webhook.hasServiceSecret,
      samples: webhook.samples,
      now: webhook.now,
    },
    mayChange,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { id } = recipeOf(args)
  const typed = await readSubmittedValues(args.request, ['intent', 'name'])
  if (typed['intent'] !== 'create') return invalidFormResponse({ '': ['Enter a name.'] }, typed)
  const input = { name: typed['name'] ?? '', recipe: id, by: account.id }
  const made = await createSmartWebhook(args.context.services, scope, input)
  if (made.ok) return redirect(`/integrations/smart-integration/${id}?webhook=${made.uuid}`)
  const { name } = made.errors.fields
  return invalidFormResponse(
    name === undefined ? { '': [made.errors.form ?? 'Enter a name.'] } : { name: [name] },
    typed,
  )
}

export default function RecipeScreen() {
  const view = useLoaderData<typeof loader>()
  const { id, label, summary, steps, brings, lines, webhook, isSecretTheirs, mayChange } = view
  const edit = webhook && `/integrations/smart-webhook/${webhook.uuid}/edit`
  return (
    <Screen title={label} lead={summary}>
      <div className="parts">
        <div className="pair">
          <Panel>
            <h2 className="part-title">Set it up</h2>
            <Brings brings={brings} />
            {webhook && (
              <p>
                {webhook.name} <SmartStateBadge state={webhook.state} />
              </p>
            )}
            <ol className="connect-steps stack gap-8 bullets prose mt-8 mb-20">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
              {isSecretTheirs && <li>Enter the signing secret here, below Verification.</li>}
              <li>Send a test delivery, look at what it makes, and activate the webhook.</li>
            </ol>
            {edit && (
              <Button
                url={isSecretTheirs && !webhook.hasServiceSecret ? `${edit}#verification` : edit}
                variant="primary"
              >
                {mayChange ? 'Check and activate' : 'Look at its fields'}
              </Button>
            )}
            {!webhook && !mayChange && (
              <p className="part-lead">Ask an editor in your organization to set it up.</p>
            )}
          </Panel>
          <div className="parts">
            {webhook?.address && (
              <AddressPanel address={shownAddress(webhook.address, isSecretTheirs)} />
            )}
            {webhook && (
              <SamplesPanel
                view={{ ...webhook, sample: null }}
                path={`/integrations/smart-integration/${id}?webhook=${webhook.uuid}`}
              />
            )}
            {mayChange && !webhook && (
              <Panel>
                <h2 className="part-title">Get your address</h2>
                <NameForm action="Create address" initial={label} />
                <Empty kind="nudge" title="No samples yet">
                  The first test delivery appears here, with the nudge that it makes.
                </Empty>
              </Panel>
            )}
            {mayChange && webhook && (
              <Panel>
                <Details isRow className="folded" summary={<Fold title="Add another one" />}>
                  <NameForm action="Create address" />
                </Details>
              </Panel>
            )}
            {lines.length > 1 && <WebhookList lines={lines} />}
          </div>
        </div>
        <p>
          <Link className="text-link" to="/integrations/smart-webhook">
            All smart webhooks
          </Link>
        </p>
      </div>
    </Screen>
  )
}

/** The service has a secret of its own, so ours would only mislead. */
const shownAddress = (address: { url: string; secret: string | null }, isSecretTheirs: boolean) =>
  isSecretTheirs ? { ...address, secret: null } : address
