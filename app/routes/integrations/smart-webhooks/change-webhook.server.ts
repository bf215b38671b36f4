/** Handles the forms of a smart webhook's screen. */
import { changeSettings } from '#app/domain/connections/change-settings.server.ts'
import { disconnect, replayDeliveries } from '#app/domain/connections/manage-connections.server.ts'
import type { SmartWebhook } from '#app/domain/connections/smart-webhooks.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { FieldErrors } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { MappingValues } from '#app/presenters/smart-webhooks/mapping-values.ts'
import { readMapping } from '#app/presenters/smart-webhooks/read-mapping.server.ts'
import {
  readVerification,
  verificationFields,
} from '#app/presenters/smart-webhooks/read-verification.server.ts'
import { findSample, tryDraft } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'
import type { Services } from '#app/services.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { deliveryIdOf } from './guards.server.ts'
import type { Tried } from './tried.ts'

type Body = (Saved & Partial<Tried>) | Tried | FormResponse
type Done = { body: Body; init: { status: number } }

const done = (body: Body): Done => ({ body, init: { status: 200 } })
const refused = (errors: FieldErrors, values: MappingValues = {}): Done => ({
  body: { errors, message: null, values },
  init: { status: 422 },
})

/** A smart webhook, and what its forms may use. */
type Work = { services: Services; site: SiteScope; webhook: SmartWebhook }

/** @param sent the form's fields, of which `intent` says what to do */
export async function changeWebhook(work: Work, sent: MappingValues): Promise<Done | 'deleted'> {
  const { services, webhook } = work
  const { connection, settings } = webhook
  const intent = sent['intent'] ?? ''
  switch (intent) {
    case 'try':
      return tryMapping(work, sent)
    case 'save':
      return saveMapping(work, sent)
    case 'verification':
      return saveVerification(work, sent)
    case 'activate':
      return settings.mapping === null
        ? refused({ '': ['Save what the fields mean first.'] })
        : change(work, { isActive: true }, { saved: 'Webhook activated' })
    case 'deactivate':
      return change(work, { isActive: false }, { saved: 'Webhook stopped' })
    case 'replay': {
      const id = deliveryIdOf(sent['delivery'])
      const count = id === null ? 0 : await replayDeliveries(services, connection, [id])
      if (count === 0) return refused({ '': ['This delivery is no longer stored.'] })
      return done({ saved: 'The delivery is processed again' })
    }
    case 'delete':
      await disconnect(services, connection)
      return 'deleted'
    default:
      return refused({ '': ['Choose what to do.'] })
  }
}

async function saveMapping(work: Work, sent: MappingValues): Promise<Done> {
  const values = mappingPart(sent)
  const read = readMapping(values)
  if (!read.ok) return refusedMapping(read.errors, values)
  const { isActive } = work.webhook.settings
  const saved = isActive ? 'Fields saved. New deliveries are read with them.' : 'Fields saved'
  return change(work, { mapping: read.mapping }, { saved, values })
}

async function tryMapping({ services, site, webhook }: Work, sent: MappingValues): Promise<Done> {
  const { connection, settings } = webhook
  const values = mappingPart(sent)
  const read = readMapping(values)
  if (!read.ok) return refusedMapping(read.errors, values)
  const sample = await findSample(services, connection, deliveryIdOf(sent['sample']))
  if (!sample) return refused({ '': ['Send a test delivery first, then try again.'] }, values)
  const draft = { mapping: read.mapping, sample, isMasked: settings.isActive }
  return done({ ...(await tryDraft(services, site, draft)), values })
}

const refusedMapping = (errors: FieldErrors, values: MappingValues): Done =>
  refused({ ...errors, '': errors[''] ?? ['Some fields need another choice.'] }, values)

/** The fields of a mapping among what the form sent. */
const mappingPart = (sent: MappingValues): MappingValues =>
  Object.fromEntries(
    Object.entries(sent).filter(([name]) =>
      /^(?:kind$|each$|items$|id\.|when\.|states\.|set\.)/.test(name),
    ),
  )

async function saveVerification(work: Work, sent: MappingValues): Promise<Done> {
  const values = Object.fromEntries(
    // A prefix may end with a space.
    verificationFields.map((name) => [
      name,
      name === 'prefix' ? (sent[name] ?? '') : (sent[name]?.trim() ?? ''),
    ]),
  )
  const read = readVerification(values)
  if (!read.ok) return refused(read.errors, values)
  const secret = sent['secret']?.trim() ?? ''
  const given = {
    verification: read.verification,
    ...(sent['clearSecret'] === 'on' ? { secret: undefined } : {}),
    ...(secret === '' ? {} : { secret }),
  }
  return change(work, given, { saved: 'Verification saved', values })
}

type Outcome = { saved: string; values?: MappingValues }

async function change(
  { services, webhook }: Work,
  given: Record<string, unknown>,
  { saved, values = {} }: Outcome,
): Promise<Done> {
  const changed = await changeSettings(services, webhook.connection, given)
  if (changed.ok) return done({ saved })
  const { fields, form } = changed.errors
  const errors = Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, [one]]))
  return refused(form === null ? errors : { ...errors, '': [form] }, values)
}
