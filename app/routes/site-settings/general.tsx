/** The site's name, URL, category, time zone and logo, and the switch that stops all nudges. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import { updateSiteDetails, readSiteDetails } from '#app/domain/sites/site-details.server.ts'
import { siteDetailsInput } from '#app/domain/sites/site-details.ts'
import { setPaused } from '#app/domain/sites/settings.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { PickerInput } from '#app/ui/forms/picker.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { CategoryChoice } from './category-choice.tsx'
import { LogoSection } from './logo-section.tsx'
import { FormPart } from './option-form.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = siteTitle('Site settings')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { services } = args.context
  const { logoId, ...details } = await readSiteDetails(services, scope)
  return {
    ...details,
    logo: sourceOfPhoto(logoId),
    mayEdit: mayDo(team.role, 'site:edit'),
    mayManage: mayDo(team.role, 'sites:manage'),
    now: services.now(),
  }
}

const generalInput = z.discriminatedUnion('intent', [
  siteDetailsInput.extend({ intent: z.literal('details') }),
  z.object({ intent: z.literal('pause') }),
  z.object({ intent: z.literal('resume') }),
])

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['name', 'url', 'category', 'timeZone'])
  const form = await readForm(args.request, generalInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const { intent } = form.value
  if (intent !== 'details') {
    requireRight(team, 'sites:manage')
    await setPaused(services, scope, intent === 'pause')
    const saved = intent === 'pause' ? 'All nudges paused' : 'Nudges resumed'
    return data<Saved>({ saved })
  }
  // The URL decides whose pages count, so it needs a stronger right.
  if (form.value.url !== undefined) requireRight(team, 'sites:manage')
  try {
    await updateSiteDetails(services, scope, form.value)
    return data<Saved>({ saved: 'Settings saved' })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function General() {
  const { mayEdit, mayManage, logo, name } = useLoaderData<typeof loader>()
  if (!mayEdit) {
    return (
      <fieldset disabled className="plain-group">
        <legend className="visually-hidden">Settings (view only)</legend>
        <div className="parts">
          <Details />
        </div>
      </fieldset>
    )
  }
  return (
    <div className="parts">
      <SettingsForm hidden={{ intent: 'details' }} className="parts">
        {(answer) => <Details answer={answer} />}
      </SettingsForm>
      <LogoSection logo={logo} name={name} />
      {mayManage && <Pause />}
    </div>
  )
}

function Details({ answer }: { answer?: Parameters<typeof TextInput>[0]['answer'] }) {
  const { name, url, category, timeZone, mayManage } = useLoaderData<typeof loader>()
  return (
    <>
      <FormPart title="Site">
        <TextInput
          name="name"
          label="Name"
          autoComplete="off"
          initial={name}
          helpText="Only your organization sees this."
          answer={answer}
        />
        {mayManage ? (
          <TextInput
            name="url"
            label="URL"
            type="url"
            autoComplete="url"
            initial={url}
            helpText="We count pages on this domain, with or without “www”. Reports from other domains are ignored. Changes apply as soon as you save."
            answer={answer}
          />
        ) : (
          <p className="muted prose break-anywhere">URL: {url}</p>
        )}
        <PickerInput
          name="timeZone"
          label="Time zone"
          of="timeZone"
          initial={timeZone}
          helpText="Used for nudge schedules and for days in statistics and reports. When you change it, past days are counted again."
          answer={answer}
        />
      </FormPart>
      <FormPart title="Category" lead="Choose the category that fits best.">
        <CategoryChoice initial={category} answer={answer} />
      </FormPart>
    </>
  )
}

function Pause() {
  const { pausedAt, now } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="part-title">Pause nudges</h2>
      <p className="part-lead">
        {pausedAt === null ? (
          'Immediately hides every nudge on your site. Your nudges and data stay as they are.'
        ) : (
          <>
            Nudges are paused. Paused <RelativeTime at={pausedAt} now={now} />.
          </>
        )}
      </p>
      <ActionForm
        hidden={{ intent: pausedAt === null ? 'pause' : 'resume' }}
        action={pausedAt === null ? 'Pause all nudges' : 'Resume nudges'}
      />
    </Panel>
  )
}
