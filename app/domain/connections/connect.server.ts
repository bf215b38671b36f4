/** Connects a site with a service. */
import { z } from 'zod'
import type { SiteScope } from '#app/domain/scope.ts'
import { gateSentence } from '#app/domain/plans/gate-text.ts'
import type { AnyIntegration, FieldMeta } from '#app/integrations/integration.ts'
import { MissingRight } from '#app/integrations/kit/partial-failures.ts'
import { WrongSetting } from '#app/integrations/kit/wrong-setting.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { productName } from '#app/lib/product.ts'
import {
  BadRecord,
  ConnectionLost,
  HeldUp,
  isFailedCall,
  NotGranted,
  RefusedAddress,
  TryLater,
} from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { aggregatorMissing } from './faults.ts'
import {
  activate,
  beginConnection,
  removeBegun,
  type Finishing,
  type NotBegun,
} from './activate-connection.server.ts'
import { callerOf } from './caller.server.ts'
import { findConnection, type Connection } from './connection.server.ts'
import { isRefusedRequest } from './outcome.server.ts'
import { asksForAddress, forOwner } from './upkeep/for-owner.ts'

/** The form's fields with sentences, or one sentence about all of them. */
export type ConnectErrors = { fields: Record<string, string>; form: string | null }

export type Connected = { ok: true; uuid: string } | { ok: false; errors: ConnectErrors }

type Wanted = {
  integration: AnyIntegration
  given: Record<string, unknown>
  /** Who connects it, and so hears when it is lost. Absent: no one but the owner. */
  by?: number
}

/**
 * Tries the settings at the service, asks it to send deliveries, and begins to read what is there.
 *
 * @param given the form's fields
 * @throws what `check` throws
 */
export async function connectWithSettings(
  services: Services,
  site: SiteScope,
  { integration, given, by, check }: Wanted & Pick<Finishing, 'check'>,
): Promise<Connected> {
  const read = integration.settings.safeParse(withoutGranted(integration, given))
  if (!read.success) return { ok: false, errors: { fields: fieldErrors(read.error), form: null } }
  if (integration.isAggregated && services.config.aggregatorToken === undefined) {
    return refused(aggregatorMissing(integrationLabels[integration.name]))
  }
  const settings = read.data
  const begun = await beginConnection(services, site, { integration, settings, by })
  if (!begun.ok) return refused(refusalOf(begun))
  return finish(services, begun.connection, { settings, ...(check ? { check } : {}) })
}

type Approval = Wanted & { returnUrl: (uuid: string) => string }

const useHttps = 'Use an address that starts with https://. Without it, others can read along.'

/** True for an address that a browser asks without encryption. Doubles on this machine have none. */
function isPlain({ config }: Services, value: unknown): boolean {
  if (typeof value !== 'string' || !value.startsWith('http:')) return false
  return ![...config.integrationOrigins.values()].includes(new URL(value).origin)
}

/**
 * Sends the owner to the service, which asks for approval and sends credentials. Over https alone: the
 * address has the connection's secret.
 *
 * @param returnUrl where the service sends the owner back to
 */
export async function beginApproval(
  services: Services,
  site: SiteScope,
  { integration, given, by, returnUrl }: Approval,
): Promise<{ ok: true; approveUrl: string } | { ok: false; errors: ConnectErrors }> {
  const { approveFields = [], approveUrl } = integration
  if (!approveUrl) throw new Error('The integration has no approval.')
  const asked = Object.entries(integration.settings.shape).filter(([name]) =>
    approveFields.includes(name),
  )
  const read = z.object(Object.fromEntries(asked)).safeParse(given)
  if (!read.success) return { ok: false, errors: { fields: fieldErrors(read.error), form: null } }
  const settings = read.data
  const plain = Object.keys(settings).filter((name) => isPlain(services, settings[name]))
  if (plain.length > 0) {
    const fields = Object.fromEntries(plain.map((name) => [name, useHttps]))
    return { ok: false, errors: { fields, form: null } }
  }
  const begun = await beginConnection(services, site, { integration, settings, by })
  if (!begun.ok) return refused(refusalOf(begun))
  const pages = {
    returnUrl: returnUrl(begun.connection.uuid),
    appName: productName,
    connectionId: begun.connection.uuid,
  }
  return { ok: true, approveUrl: approveUrl(callerOf(services, begun.connection), pages) }
}

/**
 * Stores the credentials that the service sends after the owner's approval. Does nothing for a
 * connection with credentials: someone who learns its address must not be able to point it at
 * another account.
 *
 * @throws ConnectionLost, TryLater, BadRecord when they don't work
 */
export async function takeCredentials(
  services: Services,
  id: number,
  given: Record<string, unknown>,
): Promise<void> {
  const connection = await findConnection(services, id)
  if (connection?.state !== 'pending') return
  const { integration } = connection
  const merged = { ...connection.credentials.settings, ...withoutGranted(integration, given) }
  const read = integration.settings.safeParse(merged)
  if (!read.success)
    throw new ConnectionLost('The credentials from the service have another shape.')
  const finished = await finish(services, connection, { settings: read.data })
  if (!finished.ok) throw new ConnectionLost('The credentials don’t work.')
}

/** Drops settings that come from an approval, because a form can't claim one. */
export function withoutGranted(
  { settings }: AnyIntegration,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const shape = settings.shape as Record<string, z.ZodType>
  const isGranted = (name: string) =>
    (shape[name]?.meta() as Partial<FieldMeta> | undefined)?.isGranted ?? false
  return Object.fromEntries(Object.entries(given).filter(([name]) => !isGranted(name)))
}

const refusalOf = ({ fault, neededPlan }: NotBegun): string =>
  fault === 'notOnPlan'
    ? gateSentence(neededPlan)
    : 'This site has too many connections. Disconnect one that it doesn’t need.'

const refused = (form: string) => ({ ok: false as const, errors: { fields: {}, form } })

/** By field; of each the first sentence. */
export function fieldErrors(error: {
  issues: readonly { path: PropertyKey[]; message: string }[]
}) {
  const entries = error.issues.map(({ path, message }) => [String(path[0] ?? ''), message] as const)
  return Object.fromEntries(entries.toReversed())
}

/** Tries the settings, subscribes and activates; or removes what was begun. */
async function finish(
  services: Services,
  begun: Connection,
  finishing: Finishing,
): Promise<Connected> {
  try {
    return { ok: true, uuid: await activate(services, begun, finishing) }
  } catch (error) {
    await removeBegun(services, begun)
    if (!isFailedCall(error)) throw error
    return { ok: false, errors: connectErrors(error, begun.integration) }
  }
}

/** Why a service did not accept: next to its field, when it's about one. */
export const connectErrors = (error: unknown, integration: AnyIntegration): ConnectErrors =>
  error instanceof WrongSetting
    ? { fields: { [error.field]: error.sentence }, form: null }
    : { fields: {}, form: connectSentence(error, integration) }

/** Why a service did not accept, in plain words. */
export function connectSentence(failure: unknown, integration: AnyIntegration): string {
  const error = forOwner(failure, integration)
  const { name, isAggregated } = integration
  const label = integrationLabels[name]
  const isAddressed = asksForAddress(integration)
  if (isAggregated)
    return `Reviews from ${label} can’t be read right now. Try again in a few minutes.`
  if (error instanceof WrongSetting || error instanceof NotGranted) return error.sentence
  if (error instanceof MissingRight && error.isRequest) return error.sentence
  if (error instanceof HeldUp) return `${error.sentence} Then try again.`
  if (error instanceof RefusedAddress && isAddressed) return error.sentence
  if (error instanceof ConnectionLost) {
    return `${label} didn’t accept these details. Check them, and that they may read your data.`
  }
  if (error instanceof TryLater) {
    return `${label} is busy or can’t be reached right now. ${isAddressed ? 'Check the address, or try' : 'Try'} again in a few minutes.`
  }
  if (error instanceof BadRecord && isRefusedRequest(error) && error.reply?.status !== 404) {
    return `${label} refused one of our requests. Check these details, or try again in a few minutes.`
  }
  return `${label} answered something that we can’t read. ${isAddressed ? 'Check that the address is the right one.' : 'Try again in a few minutes.'}`
}
