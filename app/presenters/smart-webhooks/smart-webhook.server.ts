/** One smart webhook: its address, its samples, and its mapping as a form with what it makes. */
import { hookUrlOf } from '#app/domain/connections/caller.server.ts'
import {
  findSmartWebhook,
  listSamples,
  type Sample,
  type SmartSettings,
  type SmartWebhook,
} from '#app/domain/connections/smart-webhooks.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { applyMapping } from '#app/integrations/smart/apply-mapping.ts'
import type { Mapping } from '#app/integrations/smart/mapping.ts'
import type { Tree } from '#app/integrations/smart/pointer.ts'
import { readBody } from '#app/integrations/smart/read-body.ts'
import { findRecipe } from '#app/integrations/smart/recipes.ts'
import { suggestMapping } from '#app/integrations/smart/suggest.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { mappingValues, type MappingValues } from './mapping-values.ts'
import { pickerOf, type SamplePicker } from './sample-picker.ts'
import { tryMapping, type Trial } from './trial.server.ts'

export type SmartState = 'waiting' | 'draft' | 'active' | 'paused' | 'lost'

type SampleLine = { id: number; receivedAt: Date; preview: string }

export type DeliveryLine = {
  id: number
  receivedAt: Date
  state: Sample['state']
  records: number
  unmatched: number
  problems: string[]
}

export type SmartWebhookView = {
  uuid: string
  name: string
  state: SmartState
  /** Null: the person may not change it, so the address stays hidden. */
  address: { url: string; secret: string | null } | null
  recipe: { label: string; steps: readonly string[]; isSecretOurs: boolean } | null
  /** Samples of the last 24 hours, newest first. */
  samples: SampleLine[]
  sample: { id: number; picker: SamplePicker } | null
  values: MappingValues
  /** Fields are saved. */
  hasMapping: boolean
  /** Nothing is saved yet: the values are a suggestion, with what to look at. Null: they are saved. */
  suggestion: { notes: readonly string[] } | null
  trial: Trial | null
  /** Newest first. Empty until it is active. */
  deliveries: DeliveryLine[]
  verification: MappingValues
  hasServiceSecret: boolean
  now: Date
}

const shownSamples = 5
const shownDeliveries = 15

type Asked = { uuid: string; sample: number | null; mayChange: boolean }

/** Null: the site has no such smart webhook. */
export async function readSmartWebhook(
  services: Services,
  site: SiteScope,
  { uuid, sample: asked, mayChange }: Asked,
): Promise<SmartWebhookView | null> {
  const found = await findSmartWebhook(services, site, uuid)
  if (!found) return null
  const { connection, settings } = found
  const samples = await listReadable(services, connection)
  const chosen = samples.find(({ sample }) => sample.id === asked) ?? samples[0]
  const isMasked = settings.isActive || !mayChange
  const suggested = settings.mapping === null && chosen ? suggestMapping(chosen.tree) : null
  const mapping = settings.mapping ?? suggested?.mapping ?? null
  const recipe = settings.recipe === undefined ? undefined : findRecipe(settings.recipe)
  return {
    uuid,
    name: settings.name,
    state: stateOf(found, samples.length > 0),
    address: mayChange ? addressOf(services, found) : null,
    recipe: recipe
      ? { label: recipe.label, steps: recipe.steps, isSecretOurs: recipe.secret === 'ours' }
      : null,
    samples: samples.map(({ sample, tree }) => ({
      id: sample.id,
      receivedAt: sample.receivedAt,
      preview: previewOf(tree, isMasked),
    })),
    sample: chosen
      ? { id: chosen.sample.id, picker: pickerOf(chosen.tree, mapping ?? {}, isMasked) }
      : null,
    values: mapping ? mappingValues(mapping) : { kind: 'purchase' },
    hasMapping: settings.mapping !== null,
    suggestion: suggested ? { notes: suggested.notes } : null,
    trial:
      mapping && chosen
        ? await tryMapping(services, site, { mapping, sample: chosen.sample })
        : null,
    deliveries:
      settings.isActive && settings.mapping
        ? await readDeliveries(services, connection, settings.mapping)
        : [],
    verification: verificationValues(settings),
    hasServiceSecret: Boolean(settings.secret),
    now: services.now(),
  }
}

export function stateOf({ connection, settings }: SmartWebhook, hasSample: boolean): SmartState {
  if (connection.state === 'paused' || connection.state === 'lost') return connection.state
  if (settings.isActive) return 'active'
  return hasSample || settings.mapping !== null ? 'draft' : 'waiting'
}

function addressOf(services: Services, { connection, settings }: SmartWebhook) {
  const { hookSecret } = connection.credentials
  const { type } = settings.verification
  const isOurs = type !== 'none' && !settings.secret
  const secret = type === 'standard_webhooks' ? `whsec_${hookSecret}` : hookSecret
  return { url: hookUrlOf(services, connection), secret: isOurs ? secret : null }
}

/** The last ones of the last day. */
async function listReadable(services: Services, connection: { id: number }) {
  const samples = await listSamples(services, connection, { days: 1, limit: shownSamples })
  return samples.flatMap((sample) => {
    const tree = readTree(sample)
    return tree === null ? [] : [{ sample, tree }]
  })
}

/** The sample of a draft. Null: it isn't stored any more. */
export async function findSample(
  services: Services,
  connection: { id: number },
  id: number | null,
): Promise<Sample | null> {
  const samples = await listReadable(services, connection)
  return (samples.find(({ sample }) => sample.id === id) ?? samples[0])?.sample ?? null
}

export type Draft = { mapping: Mapping; sample: Sample; isMasked: boolean }

/** The result of a draft for a sample, and the values that can be chosen now. */
export async function tryDraft(services: Services, site: SiteScope, draft: Draft) {
  const { mapping, sample, isMasked } = draft
  return {
    trial: await tryMapping(services, site, { mapping, sample }),
    picker: pickerOf(readBody(sample), mapping, isMasked),
  }
}

function readTree(sample: Sample): Tree | null {
  try {
    return readBody(sample)
  } catch (error) {
    // It was stored by an earlier reader.
    if (error instanceof BadRecord) return null
    throw error
  }
}

function previewOf(tree: Tree, isMasked: boolean): string {
  const { rows } = pickerOf(tree, {}, isMasked)
  const filled = rows.filter(({ type }) => type !== 'empty').slice(0, 3)
  return filled.map(({ label, value }) => `${label}: ${value}`).join(', ')
}

async function readDeliveries(
  services: Services,
  connection: { id: number },
  mapping: Mapping,
): Promise<DeliveryLine[]> {
  const all = await listSamples(services, connection, { days: 7, limit: shownDeliveries })
  return all.map((sample) => {
    const { id, receivedAt, state, fault } = sample
    const tree = readTree(sample)
    const made = tree === null ? null : applyMapping(mapping, tree, receivedAt)
    const problems = made?.problems.map(({ message }) => message) ?? []
    return {
      id,
      receivedAt,
      state,
      records: made?.records.length ?? 0,
      unmatched: made?.unmatched ?? 0,
      problems: [...new Set(fault && problems.length === 0 ? [fault] : problems)],
    }
  })
}

function verificationValues({ verification: rule }: SmartSettings): MappingValues {
  if (rule.type !== 'hmac') return { ...rule }
  const { timestamp, type, header, algorithm, encoding, prefix } = rule
  const values = { type, header, algorithm, encoding, prefix }
  if (timestamp === undefined) return values
  if ('key' in timestamp) return { ...values, ...timestamp, timestamp: 'inside' }
  const { header: timestampHeader, separator } = timestamp
  return { ...values, timestamp: 'header', timestampHeader, separator }
}
