/** The meaning of the fields in a smart webhook's deliveries, with the nudge that they make. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { ShouldRevalidateFunction } from '@remix-run/react'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { mayDoInPerson } from '#app/auth/impersonated-writes.server.ts'
import { findSmartWebhook } from '#app/domain/connections/smart-webhooks.server.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { readFormData } from '#app/lib/web/forms.ts'
import { readSmartWebhook } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'
import { skipAfterFault } from '#app/ui/forms/preserve-form.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { AddressPanel } from './address-panel.tsx'
import { changeWebhook } from './change-webhook.server.ts'
import { SmartDeliveries } from './smart-deliveries.tsx'
import { deliveryIdOf, notFound, uuidOf } from './guards.server.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { SamplesPanel } from './samples-panel.tsx'
import { SmartStateBadge } from './smart-state-badge.tsx'
import { ActivatePanel, DeletePart, StopPart } from './state-panels.tsx'
import { links } from './styles.ts'
import { VerificationPart } from './verification-part.tsx'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle<{ name?: string }>((view) => view?.name ?? 'Smart webhook')

/** A draft that is tried changes nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formData?.get('intent') !== 'try' && skipAfterFault(change)

export async function loader(args: LoaderFunctionArgs) {
  const { account, scope, team, site } = await requireSite(args)
  const mayChange = mayDoInPerson({ account, team }, 'site:edit')
  const sample = deliveryIdOf(new URL(args.request.url).searchParams.get('sample'))
  const asked = { uuid: uuidOf(args), sample, mayChange }
  const view = await readSmartWebhook(args.context.services, scope, asked)
  if (!view) throw notFound(args)
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  return { ...view, siteUrl: new URL(site.url).origin, zones, mayChange }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const webhook = await findSmartWebhook(services, scope, uuidOf(args))
  if (!webhook) throw notFound(args)
  const form = await readFormData(args.request)
  const entries = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const done = await changeWebhook({ services, site: scope, webhook }, Object.fromEntries(entries))
  return done === 'deleted' ? redirect('/integrations/smart-webhook') : data(done.body, done.init)
}

export default function EditSmartWebhook() {
  const view = useLoaderData<typeof loader>()
  const { uuid, name, state, address, recipe, sample, suggestion, mayChange } = view
  const path = `/integrations/smart-webhook/${uuid}/edit`
  const hasArrived = view.samples.length > 0 || state === 'active'
  return (
    <Screen
      title={name}
      lead={
        <>
          <SmartStateBadge state={state} />{' '}
          {recipe ? `Set up for ${recipe.label}.` : 'Choose what the fields of a delivery mean.'}
        </>
      }
    >
      <div className="parts">
        <div className={hasArrived ? 'parts' : 'pair'}>
          {address && <AddressPanel address={address} isFolded={hasArrived} />}
          <SamplesPanel
            view={view}
            path={path}
            sampleTo={(id) => `?sample=${String(id)}#mapping`}
          />
        </div>
        {suggestion && sample && (
          <Banner tone="info" title="Suggested from your sample">
            <p>Nothing is saved yet. Check each field, then save.</p>
            {suggestion.notes.length > 0 && (
              <ul>
                {suggestion.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            )}
          </Banner>
        )}
        {(sample !== null || recipe !== null || suggestion === null) && (
          <MappingEditor
            key={`${uuid} ${String(sample?.id ?? 0)} ${recipe?.label ?? ''}`}
            view={view}
          />
        )}
        {mayChange && state !== 'active' && <ActivatePanel hasMapping={view.hasMapping} />}
        {state === 'active' && (
          <SmartDeliveries deliveries={view.deliveries} now={view.now} mayChange={mayChange} />
        )}
        {mayChange && (
          <Panel>
            <div className="folds">
              <VerificationPart
                key={JSON.stringify(view.verification)}
                values={view.verification}
                hasServiceSecret={view.hasServiceSecret}
              />
              {state === 'active' && <StopPart />}
              <DeletePart name={name} />
            </div>
          </Panel>
        )}
        <p>
          <Link className="text-link" to={`/integrations/smart-webhook/${uuid}/preset`}>
            Choose another service
          </Link>{' '}
          ·{' '}
          <Link className="text-link" to="/integrations/smart-webhook">
            All smart webhooks
          </Link>
        </p>
      </div>
    </Screen>
  )
}
