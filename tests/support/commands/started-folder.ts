/**
 * A data folder as the built product leaves it after its first start: with tables and the queues of its
 * jobs, without any account. A start on a copy takes less than half of a first one's time. Kept until
 * the build or the migrations change.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeFolder } from '../folders.ts'
import { startProductServer } from '../product-server.ts'

const inRoot = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))
const prefix = 'started-'

/**
 * Creates the folder if there is none, and returns its path.
 *
 * @param template dump of a database with all tables
 */
export async function ensureStartedFolder(template: string): Promise<string> {
  const cache = inRoot('.cache')
  const folder = path.join(cache, prefix + fingerprint(template))
  if (existsSync(folder)) return folder

  const product = await startProductServer({ environment: { TEMPLATE_FILE: template } })
  try {
    const code = await product.stop()
    if (code !== 0) throw new Error(`The product did not stop cleanly:\n${product.output()}`)
    keep(product.dataDir, folder)
  } finally {
    await product.remove()
  }
  return folder
}

/** Keeps only the database, because each product makes its own key, and removes those of older builds. */
function keep(dataDir: string, folder: string): void {
  const cache = path.dirname(folder)
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache)) {
    if (name.startsWith(prefix)) removeFolder(path.join(cache, name))
  }
  // Another run may create the same folder, and a reader must never see half of it.
  const unfinished = path.join(cache, `unfinished-${prefix}${String(process.pid)}`)
  cpSync(path.join(dataDir, 'pg'), path.join(unfinished, 'pg'), { recursive: true })
  if (existsSync(folder)) removeFolder(unfinished)
  else renameSync(unfinished, folder)
}

function fingerprint(template: string): string {
  const hash = createHash('sha256')
  hash.update(path.basename(template))
  for (const name of readdirSync(inRoot('build/server')).sort()) {
    if (name.endsWith('.js')) hash.update(readFileSync(inRoot(`build/server/${name}`)))
  }
  return hash.digest('hex').slice(0, 16)
}
