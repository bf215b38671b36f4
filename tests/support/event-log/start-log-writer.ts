/** The process of log-writer.ts. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export const buildLogWriter = (folder: string): Promise<string> =>
  buildScript(new URL('log-writer.ts', import.meta.url), folder)

/** Node reads no TypeScript, so it gets a script with its modules in one file. */
export async function buildScript(script: URL, folder: string): Promise<string> {
  const name = path.basename(script.pathname, '.ts')
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      target: 'node20',
      emptyOutDir: false,
      ssr: fileURLToPath(script),
      outDir: folder,
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  })
  return path.join(folder, `${name}.mjs`)
}

type Killing = {
  script: string
  /** The log's. */
  folder: string
  /** Kills it after it acknowledged so many events. */
  events: number
  siteId?: number
  /** When its events are received. */
  at?: Date
}

/**
 * Starts a writer and kills it, with SIGKILL.
 *
 * @returns the IDs of the events that it acknowledged
 */
export async function killWriter(killing: Killing): Promise<string[]> {
  const { script, folder, events, siteId = 1, at = new Date(0) } = killing
  const values = [folder, String(siteId), String(at.getTime())]
  const child = spawn(process.execPath, [script, ...values], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.split('\n').length > events) child.kill('SIGKILL')
  })
  await new Promise((resolve) => child.once('close', resolve))
  // The last line may be cut.
  return output.split('\n').slice(0, -1)
}
