/** The process of log-applier.ts. */
import { spawn, type ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { buildScript } from './start-log-writer.ts'

export const buildLogApplier = (folder: string): Promise<string> =>
  buildScript(new URL('log-applier.ts', import.meta.url), folder)

/** Resolves when it has joined. Ended after the test. */
export async function startApplier(script: string, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => {
      resolve()
    })
    child.once('close', () => {
      reject(new Error('It ended before it joined.'))
    })
  })
  return child
}
