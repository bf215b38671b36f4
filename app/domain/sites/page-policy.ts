/**
 * Evaluates a Content Security Policy for the pixel: whether its scripts can run, can load each
 * other and can call us, and whether pages can show the images that we serve. CSP Level 3, https://www.w3.org/TR/CSP3/, and Trusted Types,
 * https://www.w3.org/TR/trusted-types/.
 */

type Policy = ReadonlyMap<string, readonly string[]>

/**
 * - `img-src`: images of products that we read from their pages can't load. Everything else works, and
 *   an initial or a drawing takes their place.
 * - `sandbox`: no script runs, or the page has no origin, so its data isn't counted.
 * - `trusted-types`: the pixel's policy can't be created, so it loads no further script.
 * - `trusted-types-default`: the same, except where the page's default policy lets it.
 */
export type PolicyIssue =
  | 'script-src'
  | 'connect-src'
  | 'img-src'
  | 'sandbox'
  | 'trusted-types'
  | 'trusted-types-default'

/** Values as sent. Policies that only report block nothing, and don't belong here. */
export type PagePolicies = {
  /** The header's values, which can have several policies each. */
  headers: readonly string[]
  /** From `meta` elements: one policy each, in which `sandbox` has no effect. */
  metas: readonly string[]
}

type Page = {
  /** URL of the page. */
  address: string
  /** Origin that the pixel is loaded from. */
  pixelOrigin: string
  /** Nonce of the pixel's script element. */
  nonce: string | null
}

/** Name of the Trusted Types policy that the pixel creates (app/pixel/loader.ts). */
export const trustedTypesName = 'footfall'

/** The script, and one that it loads. */
const scriptPaths = ['/js/pixel.library.js', '/js/pixel.showing.js']
const callPaths = ['/api/pixel/site', '/api/pixel/site/events']
const imagePaths = ['/api/pixel/site/pictures/name.webp']

/** Finds what the page's policies block. If there are several, each of them has to allow it. */
export function findPolicyIssues({ headers, metas }: PagePolicies, page: Page): PolicyIssue[] {
  const sent = headers.flatMap((text) => text.split(',')).map(readPolicy)
  const all = [...sent, ...metas.map(readPolicy)]
  const isBlocked = {
    'script-src': all.some((policy) => !allowsScript(policy, page)),
    'connect-src': all.some((policy) => {
      const sources = sourcesOf(policy, ['connect-src', 'default-src'])
      return sources !== null && !allowsPaths(sources, callPaths, page)
    }),
    'img-src': all.some((policy) => {
      const sources = sourcesOf(policy, ['img-src', 'default-src'])
      return sources !== null && !allowsPaths(sources, imagePaths, page)
    }),
    sandbox: sent.some((policy) => {
      const flags = policy.get('sandbox')
      return flags && !(flags.includes('allow-scripts') && flags.includes('allow-same-origin'))
    }),
  }
  return [
    ...(['script-src', 'connect-src', 'img-src', 'sandbox'] as const).filter(
      (name) => isBlocked[name],
    ),
    ...trustedTypesIssues(all),
  ]
}

type Asked = {
  /** Directives, the most specific one first. */
  names: readonly string[]
  /** At our origin. */
  path: string
  page: Origins
}

/** Whether all policies of a file allow an address of ours. Without nonces, which no file has. */
export const allowsAddress = (headers: readonly string[], { names, path, page }: Asked): boolean =>
  headers
    .flatMap((text) => text.split(','))
    .map(readPolicy)
    .every((policy) => {
      const sources = sourcesOf(policy, names)
      return sources === null || allowsPaths(sources, [path], page)
    })

/** If a directive is repeated, the first one counts. */
function readPolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>()
  for (const directive of text.split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/)
    const key = name?.toLowerCase() ?? ''
    if (key !== '' && !policy.has(key)) policy.set(key, sources)
  }
  return policy
}

/** Names count wherever one policy requires typed values. Without the directive all are allowed. */
function trustedTypesIssues(policies: readonly Policy[]): PolicyIssue[] {
  const isRequired = policies.some((policy) =>
    policy.get('require-trusted-types-for')?.some((sink) => sink.toLowerCase() === "'script'"),
  )
  if (!isRequired) return []
  const allows = (name: string) =>
    policies.every((policy) => {
      const names = policy.get('trusted-types')
      return names === undefined || names.includes('*') || names.includes(name)
    })
  if (allows(trustedTypesName)) return []
  return [allows('default') ? 'trusted-types-default' : 'trusted-types']
}

function allowsScript(policy: Policy, page: Page): boolean {
  const sources = sourcesOf(policy, ['script-src-elem', 'script-src', 'default-src'])
  if (sources === null) return true
  if (page.nonce !== null && sources.includes(`'nonce-${page.nonce}'`)) return true
  // With 'strict-dynamic' only nonces, hashes and scripts added by trusted scripts count.
  if (sources.includes("'strict-dynamic'")) return false
  return allowsPaths(sources, scriptPaths, page)
}

/** Null: everything is allowed. */
function sourcesOf(policy: Policy, names: readonly string[]): readonly string[] | null {
  for (const name of names) {
    const sources = policy.get(name)
    if (sources) return sources
  }
  return null
}

type Origins = Pick<Page, 'address' | 'pixelOrigin'>

const allowsPaths = (sources: readonly string[], paths: readonly string[], page: Origins) =>
  paths.every((path) => sources.some((source) => fits(source, path, page)))

function fits(source: string, wantedPath: string, { address, pixelOrigin }: Origins): boolean {
  const pixel = new URL(pixelOrigin)
  const text = source.toLowerCase()
  if (text === '*') return true
  if (text === "'self'") return new URL(address).origin === pixel.origin
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return isScheme(text, pixel.protocol)

  const [, scheme, host, port, path = ''] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? []
  if (host === undefined) return false
  const wanted = scheme?.toLowerCase() ?? new URL(address).protocol
  return (
    isScheme(wanted, pixel.protocol) &&
    isHost(host.toLowerCase(), pixel.hostname) &&
    isPort(port, pixel) &&
    isPath(path, wantedPath)
  )
}

/** Allowing http implies https. */
const isScheme = (allowed: string, wanted: string) =>
  allowed === wanted || (allowed === 'http:' && wanted === 'https:')

const isHost = (allowed: string, wanted: string) =>
  allowed === '*' ||
  (allowed.startsWith('*.') ? wanted.endsWith(allowed.slice(1)) : allowed === wanted)

const isPort = (allowed: string | undefined, { port }: URL) =>
  allowed === '*' ||
  (allowed ?? '') === port ||
  ((allowed === '443' || allowed === '80') && port === '')

/** A path that ends with a slash is a folder, any other is one file. */
const isPath = (allowed: string, wanted: string) =>
  allowed === '' || (allowed.endsWith('/') ? wanted.startsWith(allowed) : wanted === allowed)
