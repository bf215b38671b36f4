/** Compares what was asked and answered with published facts. Each disagreement is a line. */
import type {
  Alternatives,
  Closed,
  Enumerated,
  Members,
  Parameters,
  PublishedDelivery,
  PublishedOperation,
  PublishedService,
  Shape,
} from './facts.ts'

type Exchange = {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, unknown>>
  body: string
}

type ExchangeAnswer = {
  status?: number
  headers?: Readonly<Record<string, string>>
  json?: unknown
}

type Delivery = {
  topic: string
  /** By names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

const escaped = (literal: string) => literal.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** @param part a pattern in place of each `{name}` */
const patternOf = (template: string, part: string) =>
  new RegExp(
    `^${template
      .split(/\{\w+\}/)
      .map(escaped)
      .join(part)}$`,
  )

const operationOf = (
  { operations }: PublishedService,
  { method, path }: Pick<Exchange, 'method' | 'path'>,
): PublishedOperation | undefined => {
  const those = operations.filter(
    // A page that asks a person has a form, which is sent to the page itself.
    (one) => one.method === method || (one.back !== undefined && method === 'POST'),
  )
  return (
    those.find((one) => one.path === path) ??
    those.find((one) => patternOf(one.path, '[^/]+').test(path))
  )
}

const formType = 'application/x-www-form-urlencoded'

function typeDisagreements(published: string, { headers, body }: Exchange): string[] {
  const given = headers['content-type']
  const type = typeof given === 'string' ? given : 'absent'
  return body === '' || type.startsWith(published) ? [] : [`its type is ${type}, not ${published}`]
}

export function requestDisagreements(service: PublishedService, asked: Exchange): string[] {
  const name = `${asked.method} ${asked.path}`
  const operation = operationOf(service, asked)
  if (!operation) return [`${name}: the service publishes no such operation`]
  const { query, form, json, isOpen = false } = operation
  const { body: sent } = asked
  if (asked.method !== operation.method) return []
  return [
    ...(isOpen || hasAccess(service, asked)
      ? []
      : [`access is missing: ${service.access.join(' or ')}`]),
    ...parameterDisagreements(query ?? {}, asked.query),
    ...(form ? typeDisagreements(formType, asked) : []),
    ...(form ? formDisagreements(form, new URLSearchParams(sent)) : []),
    ...(json ? typeDisagreements('application/json', asked) : []),
    ...(json ? bodyDisagreements(json, sent) : []),
    ...(!form && !json && sent !== '' ? ['a body was sent'] : []),
  ].map((line) => `${name}: ${line}`)
}

export function answerDisagreements(
  service: PublishedService,
  asked: Pick<Exchange, 'method' | 'path'> & Partial<Pick<Exchange, 'query'>>,
  { status = 200, headers = {}, json }: ExchangeAnswer,
): string[] {
  const name = `${asked.method} ${asked.path} ${String(status)}`
  const operation = operationOf(service, asked)
  if (!operation) return []
  const { answer, back, statuses = [200] } = operation
  if (back && status === 302) {
    const { searchParams } = new URL(headers['Location'] ?? '', 'http://absent')
    for (const name of returnParameters(asked.query)) searchParams.delete(name)
    return formDisagreements(back, searchParams).map((line) => `${name}: ${line}`)
  }
  if (status >= 300) {
    const ofService = operation.isOpen ? undefined : service.refusal
    // Limits are kept in front of the operations, which don't word them.
    const refusal = status === 429 ? ofService : (operation.refusal ?? ofService)
    if (!refusal || json === undefined) return []
    return shapeDisagreements(refusal, json).map((line) => `${name}: ${line}`)
  }
  return [
    ...(statuses.includes(status) ? [] : [`the status isn’t ${statuses.join(' or ')}`]),
    ...(answer === undefined || json === undefined ? [] : shapeDisagreements(answer, json)),
  ].map((line) => `${name}: ${line}`)
}

/** Parameters that the address already had to which the browser is sent back. */
const returnParameters = (query = new URLSearchParams()): string[] =>
  ['redirect_uri', 'return_url'].flatMap((name) => {
    const [, asked = ''] = query.get(name)?.split('?') ?? []
    return [...new URLSearchParams(asked).keys()]
  })

/** Compares a request of the service to an address of ours. */
export function deliveryDisagreements(
  { deliveries = [] }: PublishedService,
  { topic, headers, body }: Delivery,
): string[] {
  const published = deliveries.find(({ topics }) => topics.includes(topic))
  if (!published) return [`delivery ${topic}: the service publishes no such topic`]
  return [
    ...published.headers
      .filter((name) => !headers[name])
      .map((name) => `the header ${name} is missing`),
    ...deliveredDisagreements(published, body),
  ].map((line) => `delivery ${topic}: ${line}`)
}

function deliveredDisagreements(
  { form, json, unwrapped }: PublishedDelivery,
  body: string,
): string[] {
  if (form) return parameterDisagreements(form, new URLSearchParams(body))
  if (!json) return []
  return unwrapped ? shapeDisagreements(json, unwrapped(body)) : bodyDisagreements(json, body)
}

const hasAccess = ({ access }: PublishedService, { headers, query }: Exchange) =>
  access.length === 0 ||
  access.some((name) =>
    name.startsWith('?') ? query.has(name.slice(1)) : headers[name] !== undefined,
  )

function formDisagreements(
  forms: Parameters | readonly Parameters[],
  sent: URLSearchParams,
): string[] {
  const all: readonly Parameters[] = Array.isArray(forms) ? forms : [forms as Parameters]
  const lines = all.map((one) => parameterDisagreements(one, sent))
  // The one that it was meant to be is the nearest.
  return lines.reduce((least, some) => (some.length < least.length ? some : least))
}

function parameterDisagreements(rules: Parameters, sent: URLSearchParams): string[] {
  const known = Object.entries(rules).map(([written, rule]) => {
    const name = written.replace(/!$/, '')
    return {
      name,
      rule,
      isRequired: name !== written,
      pattern: patternOf(name, String.raw`[^\]]*`),
    }
  })
  const names = [...sent.keys()]
  const missing = known.filter(
    ({ pattern, isRequired }) => isRequired && !names.some((name) => pattern.test(name)),
  )
  const wrong = [...sent].flatMap(([name, value]) => {
    const found = known.find(({ pattern }) => pattern.test(name))
    if (!found) return [`the parameter ${name} isn’t published`]
    return found.rule.fits(value) ? [] : [`${name}=${value} isn’t ${found.rule.described}`]
  })
  return [...missing.map(({ name }) => `the parameter ${name} is missing`), ...wrong]
}

function bodyDisagreements(shape: Shape, sent: string): string[] {
  try {
    return shapeDisagreements(shape, JSON.parse(sent))
  } catch {
    return ['the body isn’t JSON']
  }
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'string' ? 'text' : typeof value
}

const isEnumerated = (shape: Shape): shape is Enumerated =>
  typeof shape === 'object' && 'values' in shape && Array.isArray(shape.values)
const isAlternatives = (shape: Shape): shape is Alternatives =>
  typeof shape === 'object' && 'either' in shape
const isClosed = (shape: Shape): shape is Closed => typeof shape === 'object' && 'only' in shape
const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)

/** @param place where the value is, for the lines */
function shapeDisagreements(shape: Shape, value: unknown, place = ''): string[] {
  const at = place === '' ? 'the body' : place
  if (typeof shape === 'string') {
    const types = shape.split('|')
    const type = typeOf(value)
    const isRight =
      types.includes('any') ||
      types.includes(type) ||
      (types.includes('whole') && Number.isInteger(value))
    return isRight ? [] : [`${at} is ${type}, not ${types.join(' or ')}`]
  }
  if (isEnumerated(shape)) {
    if (typeof value !== 'string') return [`${at} is ${typeOf(value)}, not text`]
    const { values } = shape
    return values.includes(value) ? [] : [`${at} isn’t ${values.join(' or ')}: ${value}`]
  }
  if (isAlternatives(shape)) {
    const lines = shape.either.map((one) => shapeDisagreements(one, value, place))
    if (lines.some((one) => one.length === 0)) return []
    // The one that it was meant to be has the right type.
    return lines.find(([first = '']) => !first.startsWith(`${at} is `)) ?? lines[0] ?? []
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${at} is ${typeOf(value)}, not list`]
    return value.flatMap((one: unknown) => shapeDisagreements(shape[0], one, `${place}[]`))
  }
  if (typeOf(value) !== 'object') return [`${at} is ${typeOf(value)}, not object`]
  return memberDisagreements(shape, value as Record<string, unknown>, place)
}

function memberDisagreements(
  shape: Closed | Members,
  value: Readonly<Record<string, unknown>>,
  place: string,
): string[] {
  const members = isClosed(shape) ? shape.only : shape
  const under = (name: string) => (place === '' ? name : `${place}.${name}`)
  const expected = Object.entries(members).map(([written, one]) => {
    const name = written.replace(/\?$/, '')
    return { name, one, isRequired: name === written }
  })
  const names = new Set(expected.map(({ name }) => name))
  return [
    ...expected.flatMap(({ name, one, isRequired }) => {
      if (value[name] === undefined) return isRequired ? [`${under(name)} is missing`] : []
      return shapeDisagreements(one, value[name], under(name))
    }),
    ...(isClosed(shape) ? Object.keys(value).filter((name) => !names.has(name)) : []).map(
      (name) => `${under(name)} isn’t published`,
    ),
  ]
}
