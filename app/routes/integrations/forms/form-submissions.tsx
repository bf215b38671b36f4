/** Forms on the site's pages that become sign-ups: rules, and a look at a page's forms. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readableNames } from '#app/contract/forms.ts'
import { isUuid, requireRight, requireSite } from '#app/auth/guards.server.ts'
import {
  listFormRules,
  maxFormRules,
  removeFormRule,
  saveFormRule,
} from '#app/domain/forms/form-rules.server.ts'
import {
  listingDays,
  readFormListing,
  setFormListing,
} from '#app/domain/forms/listed-forms.server.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { createFormLink, readPointedForm } from '#app/domain/serving/preview-form.server.ts'
import type { PlaceLink } from '#app/domain/serving/preview-place.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { Refusal } from '#app/lib/errors.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import {
  invalidFormResponse,
  readSubmittedValues,
  refusedFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { findPageForms, type FoundForms } from '#app/presenters/integrations/page-forms.server.ts'
import { Details } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { FilterForm } from '#app/ui/forms/filter-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { PlanGate } from '#app/ui/plan-gate.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { guessConsent, guessFirstName } from './form-draft.ts'
import { FormRuleFields, ruleFields, type FormDraft } from './form-rule-fields.tsx'
import { FormRuleTable } from './form-rule-table.tsx'
import { FoundFormList } from './found-form-list.tsx'
import { ListedFormPanel } from './listed-form-panel.tsx'
import { PointAtForm } from './point-at-form.tsx'
import { DirectScreen } from '../direct-screen.tsx'
import { links } from '../styles.ts'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle('Form submissions')

const names = z
  .string()
  .max(2_000)
  .transform((text) => readableNames(text))
  .catch([])

/** A form that was found: on the list, by a look at a page, or by pointing at it. */
const draftInput = z.object({
  name: z.string().max(100).catch(''),
  page: z.string().max(512).catch(''),
  selector: z.string().max(200).catch(''),
  emailField: z.string().max(100).catch(''),
  fields: names,
  boxes: names,
})

function draftOf(given: Readonly<Record<string, unknown>>): FormDraft {
  const { fields, boxes, ...draft } = draftInput.parse(given)
  return {
    ...draft,
    fields,
    boxes,
    firstNameField: guessFirstName(fields),
    consentField: guessConsent(boxes),
  }
}

export async function loader(args: LoaderFunctionArgs) {
  const { account, scope, site, team } = await requireSite(args)
  const { services, clientAddress } = args.context
  const query = new URL(args.request.url).searchParams
  const look = query.get('look')?.trim().slice(0, 512) ?? ''
  const mayChange = mayDo(team.role, 'site:edit')
  const asked = { siteUrl: site.url, path: look, account: account.email, address: clientAddress }
  const rules = await listFormRules(services, scope)
  const link = query.get('link') ?? ''
  const pointing =
    mayChange && isUuid(link)
      ? await readPointedForm(services, scope, { userId: account.id, link })
      : null
  const pointed = pointing?.form
  return {
    rules: rules.map(({ createdAt: _createdAt, ...rule }) => rule),
    look,
    found: mayChange && look !== '' ? await lookAt(services, asked) : null,
    draft: draftOf(pointed ? { ...pointed, emailField: pointed.email } : Object.fromEntries(query)),
    pointing,
    listing: await readFormListing(services, scope),
    listingDays,
    host: new URL(site.url).host,
    neededPlan: (await readEntitlements(services, scope)).neededPlan(
      'integrations.form_submissions',
    ),
    isFull: rules.length >= maxFormRules,
    mayChange,
  }
}

async function lookAt(...given: Parameters<typeof findPageForms>): Promise<FoundForms> {
  try {
    return await findPageForms(...given)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many') {
      return { ok: false, error: error.message }
    }
    throw error
  }
}

const changeInput = z.object({
  intent: z.enum(['on', 'off', 'delete'], 'Choose what to do.'),
  uuid: z.uuid(),
})

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['intent', ...ruleFields])
  if (typed['intent'] === 'point') {
    const page = typed['page']?.trim() ?? ''
    try {
      return data<PlaceLink>(await createFormLink(services, scope, { userId: account.id, page }))
    } catch (error) {
      return refusedFormResponse(error, typed)
    }
  }
  if (typed['intent'] === 'list' || typed['intent'] === 'unlist') {
    const isOn = typed['intent'] === 'list'
    await setFormListing(services, scope, isOn)
    return data<Saved>({ saved: isOn ? 'Your pages list their forms' : 'Listing stopped' })
  }
  if (typed['intent'] === 'add') {
    try {
      await saveFormRule(services, scope, { input: ruleOf(typed) })
      return data<Saved>({ saved: 'Form added. Your pages apply it within a minute.' })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'conflict') {
        return invalidFormResponse({ '': [error.message] }, typed)
      }
      return refusedFormResponse(renamed(error), typed)
    }
  }
  const form = await readForm(args.request, changeInput)
  if (!form.ok) return invalidFormResponse(form.errors)
  const { intent, uuid } = form.value
  if (intent === 'delete') {
    await removeFormRule(services, scope, uuid)
    return data<Saved>({ saved: 'Form removed. Its sign-ups are kept.' })
  }
  const rule = (await listFormRules(services, scope)).find((one) => one.uuid === uuid)
  if (!rule) throw new Refusal('not_found', 'Form not found.')
  const { uuid: _uuid, createdAt: _createdAt, ...settings } = rule
  await saveFormRule(services, scope, { uuid, input: { ...settings, isActive: intent === 'on' } })
  return data<Saved>({
    saved: intent === 'on' ? `${rule.name} turned on` : `${rule.name} turned off`,
  })
}

/** The rule that the form's fields describe. */
function ruleOf(typed: Readonly<Record<string, string>>) {
  const text = (name: string) => typed[name]?.trim() || null
  const page = text('page')
  return {
    name: text('name') ?? '',
    pages: { pages: page === null ? [] : [{ match: 'exact', value: page }] },
    selector: text('selector'),
    emailField: text('emailField'),
    firstNameField: text('firstNameField'),
    consentField: text('consentField'),
    thankYouPage: text('thankYouPage'),
    asksConsent: typed['asksConsent'] === 'on',
  }
}

/** Messages about the list of pages belong to the form's one page. */
function renamed(error: unknown): unknown {
  if (!(error instanceof Refusal) || !error.details.errors) return error
  const errors = Object.fromEntries(
    Object.entries(error.details.errors).map(([field, sentences]) => [
      field.startsWith('pages.') ? 'page' : field,
      sentences,
    ]),
  )
  return new Refusal(error.code, error.message, { ...error.details, errors })
}

export default function FormSubmissions() {
  const view = useLoaderData<typeof loader>()
  const { rules, look, found, draft, neededPlan, isFull, mayChange } = view
  const mayAdd = mayChange && !isFull
  return (
    <DirectScreen
      title="Form submissions"
      lead="Newsletter and contact forms on your pages become sign-ups. The pixel reads the fields you name, and nothing else."
    >
      <Panel>
        <h2 className="part-title">Your forms</h2>
        {rules.length === 0 ? (
          <Empty kind="nudge" title="No forms yet">
            {mayChange
              ? 'Point at a form on one of your pages below. Its sign-ups become nudges like this.'
              : 'Ask an editor in your organization to add one.'}
          </Empty>
        ) : (
          <FormRuleTable rules={rules} mayChange={mayChange} />
        )}
        <p className="part-lead">
          New sign-ups wait for your approval under{' '}
          <Link className="text-link" to="/data-feeds/signups">
            Sign-ups
          </Link>
          , unless you approve them automatically there.
        </p>
      </Panel>
      {/* A list of forms needs all of the width. */}
      <div className={view.listing.forms.length === 0 ? 'pair' : 'parts'}>
        {mayAdd && <PointAtForm host={view.host} pointing={view.pointing} />}
        <ListedFormPanel listing={view.listing} days={view.listingDays} mayChange={mayChange} />
      </div>
      {mayAdd && (
        <>
          <Panel>
            <h2 className="part-title">Add form</h2>
            <Details
              className="mt-8 mb-16"
              isOpen={look !== ''}
              summary="Find its fields on one of your pages"
            >
              <FilterForm path="/integrations/form_submissions" values={{ look }}>
                <TextInput
                  name="look"
                  label="Path of the page"
                  autoComplete="off"
                  placeholder="/contact"
                  answer={undefined}
                  initial={look}
                />
              </FilterForm>
              {found !== null && !found.ok && <Banner tone="warning">{found.error}</Banner>}
              {found?.ok && <FoundFormList forms={found.forms} page={look} />}
            </Details>
            <PlanGate plan={neededPlan}>
              <FormRuleFields key={JSON.stringify(draft)} draft={draft} />
            </PlanGate>
          </Panel>
        </>
      )}
      {mayChange && isFull && (
        <Banner tone="info">
          You’ve reached the maximum number of forms. Remove one to add another.
        </Banner>
      )}
      <Panel>
        <h2 className="part-title">Fields we never read</h2>
        <p className="part-lead">
          Passwords, hidden fields and files. Fields whose name suggests a card, a bank account, a
          tax or ID number, a date of birth, health or a token. Values that look like a card number.
          Everything inside an element with <code>data-footfall-ignore</code>. The email address is
          hashed in the page: it never reaches us in clear.
        </p>
      </Panel>
    </DirectScreen>
  )
}
