/** What the forms of a smart webhook's screen do. */
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

export async function changeWebhook(
  services: Services,
  site: SiteScope,
  webhook: SmartWebhook,
  sent: MappingValues,
): Promise<Done | 'deleted'> {
  const { connection, settings } = webhook
  switch (sent['intent']) {
    case 'try':
    case 'save':
      return changeMapping(services, site, webhook, sent)
    case 'verification':
      return changeVerification(services, webhook, sent)
    case 'activate':
      if (settings.mapping === null) {
        return refused({ '': ['Save what the fields mean first.'] })
      }
      return change(services, webhook, { isActive: true }, 'Webhook activated')
    case 'deactivate':
      return change(services, webhook, { isActive: false }, 'Webhook stopped')
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

async function changeMapping(
  services: Services,
  site: SiteScope,
  webhook: SmartWebhook,
  sent: MappingValues,
): Promise<Done> {
  const { connection, settings } = webhook
  const values = mappingPart(sent)
  const read = readMapping(values)
  if (!read.ok) {
    const form = read.errors[''] ?? ['Some fields need another choice.']
    return refused({ ...read.errors, '': form }, values)
  }
  const { mapping } = read
  if (sent['intent'] === 'save') {
    const saved = settings.isActive
      ? 'Fields saved. New deliveries are read with them.'
      : 'Fields saved'
    return change(services, webhook, { mapping }, saved)
  }
  const sample = await findSample(services, connection, deliveryIdOf(sent['sample']))
  if (!sample) return refused({ '': ['Send a test delivery first, then try again.'] }, values)
  const tried = await tryDraft(services, site, { mapping, sample, isMasked: settings.isActive })
  return done({ ...tried, values })
}

/** The fields of a mapping among what the form sent. */
const mappingPart = (sent: MappingValues): MappingValues =>
  Object.fromEntries(
    Object.entries(sent).filter(([name]) =>
      /^(?:kind$|each$|items$|id\.|when\.|states\.|set\.)/.test(name),
    ),
  )

async function changeVerification(
  services: Services,
  webhook: SmartWebhook,
  sent: MappingValues,
): Promise<Done> {
  const values = Object.fromEntries(
    verificationFields.map((name) => [name, sent[name]?.trim() ?? '']),
  )
  const read = readVerification(values)
  if (!read.ok) return refused(read.errors, values)
  const secret = sent['secret']?.trim() ?? ''
  const given = {
    verification: read.verification,
    ...(sent['clearSecret'] === 'on' ? { secret: undefined } : {}),
    ...(secret === '' ? {} : { secret }),
  }
  return change(services, webhook, given, 'Verification saved', values)
}

async function change(
  services: Services,
  { connection }: SmartWebhook,
  given: Record<string, unknown>,
  saved: string,
  values: MappingValues = {},
): Promise<Done> {
  const changed = await changeSettings(services, connection, given)
  if (changed.ok) return done({ saved })
  const { fields, form } = changed.errors
  const errors = Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, [one]]))
  return refused(form === null ? errors : { ...errors, '': [form] }, values)
}
