/** The verification that a form describes. */
import type { FieldErrors } from '#app/lib/errors.ts'
import { verification, type Verification } from '#app/integrations/smart/verification.ts'
import type { MappingValues } from './mapping-values.ts'

export const verificationFields = [
  'type',
  'header',
  'prefix',
  'algorithm',
  'encoding',
  'timestamp',
  'timestampHeader',
  'key',
  'signatureKey',
  'separator',
  'user',
] as const

type ReadVerification =
  | { ok: true; verification: Verification }
  | { ok: false; errors: FieldErrors }

/** Errors are by the names of the form's fields. */
export function readVerification(values: MappingValues): ReadVerification {
  const read = verification.safeParse(ruleOf(values))
  if (read.success) return { ok: true, verification: read.data }
  const errors: Record<string, string[]> = {}
  for (const { path, message } of read.error.issues) {
    const [name = 'type', inner] = path.map(String)
    const field = name === 'timestamp' ? timestampField(values, inner) : name
    errors[field] = [sentences[field] ?? message]
  }
  return { ok: false, errors }
}

const sentences: Readonly<Record<string, string>> = {
  type: 'Choose how deliveries are verified.',
  algorithm: 'Choose an algorithm.',
  encoding: 'Choose how the signature is written.',
  timestampHeader: 'Enter the name of the header with the time.',
  key: 'Enter the name of the time, for example t.',
  signatureKey: 'Enter the name of the signature, for example v1.',
}

const timestampField = (values: MappingValues, inner: string | undefined) => {
  if (values['timestamp'] !== 'inside') return 'timestampHeader'
  return inner ?? (/^\w{1,20}$/.test(values['key'] ?? '') ? 'signatureKey' : 'key')
}

function ruleOf(values: MappingValues): unknown {
  const { type, header, prefix = '', algorithm, encoding, user, separator = '.' } = values
  if (type === 'header') return { type, header, prefix }
  if (type === 'basic') return { type, user }
  if (type !== 'hmac') return { type }
  return { type, header, algorithm, encoding, prefix, ...timestampOf(values, separator) }
}

function timestampOf(
  { timestamp, timestampHeader, key, signatureKey }: MappingValues,
  separator: string,
) {
  if (timestamp === 'header') return { timestamp: { header: timestampHeader, separator } }
  if (timestamp === 'inside') return { timestamp: { key, signatureKey, separator } }
  return {}
}
