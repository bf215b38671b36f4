/** Deliveries that we received for organizations, and webhooks that we sent for them. */
import { connectableNames } from '#app/contract/integrations.ts'
import { readLastStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import {
  findStoredDelivery,
  listStoredDeliveries,
  readDeliveryContent,
  type DeliveryFilter,
  type StoredDeliveryRow,
} from '#app/domain/lifecycle/staff/stored-deliveries.server.ts'
import {
  findSentMessage,
  listAttempts,
  listSentMessages,
  readSentBody,
  type MessageFilter,
  type SentMessageRow,
} from '#app/domain/webhooks/sent-messages.server.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { endpointHost } from '#app/domain/webhooks/endpoint.ts'
import type { Services } from '#app/services.ts'
import { maskBody } from '#app/presenters/integrations/mask-delivery.ts'
import { kioskPageSize, pageOf, type KioskPage } from '../search/search-page.ts'

export type ReceivedDelivery = StoredDeliveryRow & { service: string }

export type OpenedDelivery = ReceivedDelivery & {
  /** Without what names people or opens a door. Null: the content was removed. */
  masked: string | null
  /** The newest action of staff on the organization, for the forms. */
  lastActId: number
}

export type SentWebhook = Omit<SentMessageRow, 'url'> & {
  /** Paths of endpoints can be secret. */
  host: string
}

export type OpenedWebhook = SentWebhook & {
  attemptsMade: Awaited<ReturnType<typeof listAttempts>>
  /** Empty: it has no body yet. */
  masked: string
  lastActId: number
}

/** For the filter. */
export const listServices = () =>
  connectableNames
    .map((name) => ({ value: name, label: integrationLabels[name] }))
    .sort((one, other) => one.label.localeCompare(other.label))

const withService = (row: StoredDeliveryRow): ReceivedDelivery => ({
  ...row,
  service: integrationLabels[row.provider],
})

/** Newest first. */
export async function listReceived(
  services: Services,
  filter: Omit<DeliveryFilter, 'most'>,
): Promise<KioskPage<ReceivedDelivery>> {
  const rows = await listStoredDeliveries(services, { ...filter, most: kioskPageSize })
  return pageOf(rows.map(withService), { text: '', before: filter.before })
}

/** Null: there is no such delivery. */
export async function readReceived(services: Services, id: number): Promise<OpenedDelivery | null> {
  const row = await findStoredDelivery(services, id)
  if (!row) return null
  const content = await readDeliveryContent(services, row)
  return {
    ...withService(row),
    masked: content && maskBody(content.text, content.contentType),
    lastActId: row.teamId === null ? 0 : await readLastStaffAct(services, { teamId: row.teamId }),
  }
}

const withHost = ({ url, ...row }: SentMessageRow): SentWebhook => ({
  ...row,
  host: endpointHost(url),
})

/** Newest first. */
export async function listSent(
  services: Services,
  filter: Omit<MessageFilter, 'most'>,
): Promise<KioskPage<SentWebhook>> {
  const rows = await listSentMessages(services, { ...filter, most: kioskPageSize })
  return pageOf(rows.map(withHost), { text: '', before: filter.before })
}

/** Null: there is no such message. */
export async function readSent(services: Services, id: number): Promise<OpenedWebhook | null> {
  const row = await findSentMessage(services, id)
  if (!row) return null
  return {
    ...withHost(row),
    attemptsMade: await listAttempts(services, id),
    masked: maskBody(await readSentBody(services, row), 'application/json'),
    lastActId: await readLastStaffAct(services, { teamId: row.teamId }),
  }
}
