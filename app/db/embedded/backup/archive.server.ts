/** Packs and unpacks a folder with the system's tar, which Debian, Alpine, macOS and Windows have. */
import { spawn } from 'node:child_process'

/** @throws Error with what tar says */
export const pack = (folder: string, file: string): Promise<void> =>
  runTar(['-czf', file, '-C', folder, '.'])

/** Entries can't lead out of the folder: tar itself refuses that. @throws Error with what tar says */
export const unpack = (file: string, folder: string): Promise<void> =>
  runTar(['-xzf', file, '-C', folder])

function runTar(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('tar', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let message = ''
    child.stderr.on('data', (chunk: Buffer) => (message += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`tar ended with ${String(code)}: ${message.trim()}`))
    })
  })
}
