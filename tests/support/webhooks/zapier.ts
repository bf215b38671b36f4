/** The app for Zapier, run by Zapier's own core. */
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import zapier, { createAppTester } from 'zapier-platform-core'

// Otherwise its log replaces Node's own request, for the product as well.
for (const module of [http, https]) Object.assign(module, { patchedByZapier: true })

export type ZapierItem = Record<string, unknown> & { id: string }

type Bundle = {
  authData: { apiKey: string }
  inputData?: Record<string, unknown>
  targetUrl?: string
  subscribeData?: unknown
  cleanedRequest?: unknown
}

type Perform = (...given: never[]) => unknown
type Part = { operation: Record<string, unknown> & { perform: Perform; sample: ZapierItem } }

/** The parts of the definition that tests read. */
export type ZapierApp = {
  platformVersion: string
  authentication: { test: Perform }
  triggers: Record<string, Part>
  creates: Record<string, Part>
}

const folder = new URL('../../../extensions/zapier/', import.meta.url)

/** Plain JavaScript, as Zapier runs it. */
export async function loadZapierApp(): Promise<ZapierApp> {
  const module = (await import(new URL('index.js', folder).href)) as { default: ZapierApp }
  return module.default
}

/** The definition as Zapier gets it: its functions are replaced by their sources. */
export async function describeZapierApp(app: ZapierApp): Promise<unknown> {
  // Absent from the package's types.
  const { createAppHandler } = zapier as unknown as {
    createAppHandler: (
      app: ZapierApp,
    ) => (event: { command: string }) => Promise<{ results: unknown }>
  }
  return (await createAppHandler(app)({ command: 'definition' })).results
}

export const zapierManifest = (): { dependencies: Record<string, string> } =>
  JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    dependencies: Record<string, string>
  }

/**
 * Runs steps with a token.
 *
 * @param url of the installation
 */
export function zapierRunner(app: ZapierApp, url: string, apiKey: string) {
  process.env['FOOTFALL_URL'] = url
  const tester = createAppTester(app) as (step: unknown, bundle: Bundle) => Promise<unknown>
  return (step: unknown, bundle: Omit<Bundle, 'authData'> = {}): Promise<unknown> =>
    tester(step, { authData: { apiKey }, ...bundle })
}
