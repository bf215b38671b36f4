/** Gets the published schema of Shopify's Admin API, against which tests check every operation. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { npm, root, run, StepFailed } from './steps.js'

const apiVersion = '2026-07'

/** Shopify publishes the schema in this package, of which nothing else is used. */
const archive = {
  name: '@shopify/dev-mcp@1.16.0',
  integrity:
    'sha512-tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw==',
  file: `package/dist/data/admin_${apiVersion}.json.gz`,
}

const cache = path.join(root, '.cache')

/** An introspection result. */
export const adminSchemaFile = path.join(cache, `shopify-admin-${apiVersion}.json`)

/**
 * Downloads the schema unless it is there.
 *
 * @throws StepFailed without a connection, or when another archive came
 */
export async function ensureAdminSchema() {
  if (existsSync(adminSchemaFile)) return
  process.stderr.write(`Getting the schema of Shopify's Admin API ${apiVersion} …\n`)
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'admin-schema-'))
  try {
    const options = ['--pack-destination', folder, '--ignore-scripts', '--loglevel', 'error']
    const code = await run(...npm('pack', archive.name, ...options))
    const [name] = readdirSync(folder)
    if (code !== 0 || !name) {
      throw new StepFailed(
        `The tests of Shopify’s Admin API need its published schema (${archive.name}). Getting it needs a connection to the package registry, once.`,
      )
    }
    const bytes = readFileSync(path.join(folder, name))
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    if (integrity !== archive.integrity) {
      throw new StepFailed(`${archive.name} isn’t the archive that was checked: ${integrity}`)
    }
    const part = path.join(folder, 'schema.json')
    writeFileSync(part, gunzipSync(fileIn(path.join(folder, name), archive.file)))
    // Tests that run at the same time never see half of it.
    renameSync(part, adminSchemaFile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} archiveFile @param {string} wanted @returns {Buffer} */
function fileIn(archiveFile, wanted) {
  const { stdout, status } = spawnSync('tar', ['-xzOf', archiveFile, wanted], {
    maxBuffer: 256 * 1024 * 1024,
  })
  if (status === 0) return stdout
  throw new StepFailed(`tar can’t read ${wanted} from ${archive.name}.`)
}
