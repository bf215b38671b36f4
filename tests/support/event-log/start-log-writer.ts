/** The process of log-writer.ts. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Node reads no TypeScript, so it gets the script with its modules in one file. */
export async function buildLogWriter(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      target: 'node20',
      emptyOutDir: false,
      ssr: fileURLToPath(new URL('log-writer.ts', import.meta.url)),
      outDir: folder,
      rollupOptions: { output: { entryFileNames: 'log-writer.mjs' } },
    },
  })
  return path.join(folder, 'log-writer.mjs')
}

/**
 * Kills a writer after a while, with SIGKILL.
 *
 * @returns the number of the last group that it acknowledged
 */
export async function killWriter(script: string, folder: string, groups: number): Promise<number> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.split('\n').length > groups) child.kill('SIGKILL')
  })
  await new Promise((resolve) => child.once('close', resolve))
  return Number(output.split('\n').at(-2))
}
