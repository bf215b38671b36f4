/** Shopify's sandbox for web pixels: the bundle of extensions/nudges-pixel, and Shopify's API. */
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build, type Rollup } from 'vite'
import { pixelEvent, pixelEventBatch, type PixelEvent } from '#app/contract/pixel-events.ts'

type Handler = (event: unknown) => void

export type SandboxRequest = {
  url: string
  init: { method: string; body: string; keepalive: boolean; credentials: string }
}

type SandboxSettings = { site: string; host: string; key: string }

type Sandbox = {
  settings: SandboxSettings
  isAllowed?: boolean
  /** Value in the shop's storage for the pixel. Rejects if storage is denied. */
  stored?: () => Promise<string | null>
  /** Where requests go. By default all of them succeed. */
  answer?: (request: SandboxRequest) => Promise<{ status: number }>
}

let building: Promise<string> | undefined

/** Built once for all tests of a process. */
export const readBundle = (): Promise<string> => (building ??= buildWebPixel())

async function buildWebPixel(): Promise<string> {
  const configFile = fileURLToPath(new URL('../../.config/vite.web-pixel.ts', import.meta.url))
  const built = await build({ configFile, logLevel: 'warn', build: { write: false } })
  const [output] = built as Rollup.RollupOutput[]
  const code = output?.output[0].code
  if (code === undefined) throw new Error('The web pixel was not built.')
  return code
}

/** Runs the bundle. It sees nothing of Node and of the browser but what is passed here. */
export const openSandbox = async ({
  settings,
  isAllowed = true,
  stored = () => Promise.resolve(null),
  answer = () => Promise.resolve({ status: 200 }),
}: Sandbox) => {
  const subscribers = new Map<string, Handler>()
  const privacy = new Map<string, Handler>()
  const requests: SandboxRequest[] = []
  const answers: Promise<unknown>[] = []
  const pauses: number[] = []
  const registered: string[] = []
  const api = {
    analytics: { subscribe: (name: string, handler: Handler) => subscribers.set(name, handler) },
    browser: { localStorage: { getItem: stored } },
    customerPrivacy: { subscribe: (name: string, handler: Handler) => privacy.set(name, handler) },
    init: { customerPrivacy: { analyticsProcessingAllowed: isAllowed } },
    settings,
  }
  const context = createContext({
    shopify: {
      extend: (point: string, start: (given: typeof api) => void) => {
        registered.push(point)
        start(api)
      },
    },
    fetch: (url: string, init: SandboxRequest['init']) => {
      requests.push({ url, init })
      const answered = answer({ url, init })
      answers.push(answered)
      return answered
    },
    // Pauses take no time here.
    setTimeout: (work: () => void, millis: number) => {
      pauses.push(millis)
      work()
    },
  })
  runInContext(await readBundle(), context)

  const settle = async () => {
    let known: number
    do {
      known = answers.length
      await Promise.allSettled(answers)
      await new Promise((resolve) => setImmediate(resolve))
    } while (answers.length > known)
  }
  return {
    /** Extension points, each as often as the bundle registered it. */
    registered,
    subscribers,
    requests,
    pauses,
    /** Sends an event, and resolves when the bundle has reported it. */
    publish: async (name: string, event: object) => {
      subscribers.get(name)?.({ name, type: 'standard', ...event })
      await settle()
    },
    /** The visitor decides on cookies. */
    decide: (analyticsProcessingAllowed: boolean) =>
      privacy.get('visitorConsentCollected')?.({ customerPrivacy: { analyticsProcessingAllowed } }),
    /** Events of all requests. Throws for one that the server would reject. */
    events: (): PixelEvent[] =>
      requests.flatMap(({ init }) =>
        pixelEventBatch.parse(JSON.parse(init.body)).events.map((event) => pixelEvent.parse(event)),
      ),
  }
}
