/** Fields of the form that connects an integration, derived from the schema of its settings. */
import { z } from 'zod'
import type { AnyIntegration, FieldMeta } from '#app/integrations/integration.ts'

export type SettingsField = {
  name: string
  label: string
  help: string | null
  placeholder: string | null
  kind: 'text' | 'secret' | 'check'
  /** For changes: the stored value. Always empty for a secret. */
  value: string
  /** Something is stored, which stays unless a new value is entered. */
  isSaved: boolean
  isOptional: boolean
  /** Optional, though most people need it. */
  isUsual: boolean
}

/**
 * @param only names of the fields to include; all when absent
 * @param stored current settings; null for a new connection
 */
export function settingsFields(
  { settings }: AnyIntegration,
  {
    only,
    stored = null,
  }: { only?: readonly string[] | undefined; stored?: Record<string, unknown> | null },
): SettingsField[] {
  const shape = settings.shape as Record<string, z.ZodType>
  return Object.entries(shape)
    .filter(([name]) => only?.includes(name) ?? true)
    .flatMap(([name, field]) => {
      const meta = metaOf(name, field)
      if (meta.isGranted) return []
      const kind = isCheck(field) ? 'check' : meta.isSecret ? 'secret' : 'text'
      const known = stored?.[name]
      return {
        name,
        label: meta.label,
        help: meta.help ?? null,
        placeholder: meta.placeholder ?? null,
        kind,
        value: kind === 'secret' ? '' : textOf(known ?? defaultOf(field)),
        isSaved: kind === 'secret' && known !== undefined && known !== '',
        isOptional: field.safeParse(undefined).success,
        isUsual: meta.isUsual ?? false,
      } satisfies SettingsField
    })
}

/**
 * Values that a form sent, by the settings' names. Leaves out saved secrets that were left empty.
 */
export function givenSettings(
  fields: readonly SettingsField[],
  sent: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const { name, kind, isSaved, isOptional } of fields) {
    const value = sent[name]?.trim() ?? ''
    if (kind === 'check') given[name] = sent[name] === 'on'
    else if (kind === 'secret' && isSaved && value === '') continue
    // An empty text has a sentence of its own in the shape, a missing one has not.
    else given[name] = value === '' && isOptional ? undefined : value
  }
  return given
}

/** A field without a label of its own would be a mistake in its integration. */
function metaOf(name: string, field: z.ZodType): FieldMeta {
  const meta = field.meta() as Partial<FieldMeta> | undefined
  if (meta?.label === undefined) throw new Error(`The setting ${name} has no label.`)
  return { ...meta, label: meta.label }
}

const isCheck = (field: z.ZodType): boolean => {
  const inner =
    field instanceof z.ZodDefault || field instanceof z.ZodOptional ? field.unwrap() : field
  return inner instanceof z.ZodBoolean
}

const defaultOf = (field: z.ZodType): unknown => {
  const read = field.safeParse(undefined)
  return read.success ? read.data : undefined
}

const textOf = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : '') : typeof value === 'string' ? value : ''
