/**
 * Reads a Content Security Policy as far as the pixel needs it: whether its script may run and may call
 * us. CSP Level 3, https://www.w3.org/TR/CSP3/.
 */

type Policy = ReadonlyMap<string, readonly string[]>

export type PolicyIssue = 'script-src' | 'connect-src'

type Page = {
  /** Of the page. */
  address: string
  /** Where the pixel is loaded from. */
  pixelOrigin: string
  /** The nonce of the pixel's own script element. */
  nonce: string | null
}

/**
 * What the policies of a page keep from the pixel. Several hold together: each has to allow it.
 *
 * @param policies the headers' values and what `meta` elements say
 */
export function findPolicyIssues(policies: readonly string[], page: Page): PolicyIssue[] {
  const read = policies.flatMap((text) => text.split(',')).map(readPolicy)
  const isScriptKept = read.some((policy) => !allowsScript(policy, page))
  const isCallKept = read.some((policy) => {
    const sources = sourcesOf(policy, ['connect-src', 'default-src'])
    return sources !== null && !sources.some((source) => fits(source, page))
  })
  return [
    ...(isScriptKept ? (['script-src'] as const) : []),
    ...(isCallKept ? (['connect-src'] as const) : []),
  ]
}

/** The first directive of a name counts. */
function readPolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>()
  for (const directive of text.split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/)
    const key = name?.toLowerCase() ?? ''
    if (key !== '' && !policy.has(key)) policy.set(key, sources)
  }
  return policy
}

function allowsScript(policy: Policy, page: Page): boolean {
  const sources = sourcesOf(policy, ['script-src-elem', 'script-src', 'default-src'])
  if (sources === null) return true
  if (page.nonce !== null && sources.includes(`'nonce-${page.nonce}'`)) return true
  // Then nothing counts but nonces and hashes, and what a trusted script adds.
  if (sources.includes("'strict-dynamic'")) return false
  return sources.some((source) => fits(source, page))
}

/** Null: nothing is forbidden. */
function sourcesOf(policy: Policy, names: readonly string[]): readonly string[] | null {
  for (const name of names) {
    const sources = policy.get(name)
    if (sources) return sources
  }
  return null
}

function fits(source: string, { address, pixelOrigin }: Page): boolean {
  const pixel = new URL(pixelOrigin)
  const text = source.toLowerCase()
  if (text === '*') return true
  if (text === "'self'") return new URL(address).origin === pixel.origin
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return isScheme(text, pixel.protocol)

  const [, scheme, host, port] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?(?:\/.*)?$/.exec(text) ?? []
  if (host === undefined) return false
  const wanted = scheme ?? new URL(address).protocol
  return isScheme(wanted, pixel.protocol) && isHost(host, pixel.hostname) && isPort(port, pixel)
}

/** What may be had in the clear may be had encrypted, too. */
const isScheme = (allowed: string, wanted: string) =>
  allowed === wanted || (allowed === 'http:' && wanted === 'https:')

const isHost = (allowed: string, wanted: string) =>
  allowed === '*' ||
  (allowed.startsWith('*.') ? wanted.endsWith(allowed.slice(1)) : allowed === wanted)

const isPort = (allowed: string | undefined, { port }: URL) =>
  allowed === '*' ||
  (allowed ?? '') === port ||
  ((allowed === '443' || allowed === '80') && port === '')
