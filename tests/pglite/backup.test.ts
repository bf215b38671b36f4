/** Backups of the embedded database while the built product runs, and what they restore (docs/threats.md R17). */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { sites } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { compose } from '#app/server/compose.server.ts'
import type { Services } from '#app/services.ts'
import { runCommand } from '../support/commands/run-command.ts'
import { makeFolder, removeFolder } from '../support/folders.ts'
import { readStored, startSenders } from '../support/kills/event-load.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'

let product: ProductServer
let folder: string
/** Filled by the first test. */
let restoredFolder: string
/** Has events, and an organization that was erased after the backup. */
let file: string
let account: Record<string, unknown>
let erased: Record<string, unknown>
const acknowledged = { before: [] as string[], after: [] as string[] }

beforeAll(async () => {
  folder = makeFolder()
  file = path.join(folder, 'backup.tar.gz')
  restoredFolder = path.join(folder, 'restored')
  mkdirSync(restoredFolder)
  product = await startProductServer({ environment: { TEMPLATE_FILE: inject('pgliteTemplate') } })
  account = await createAccount('ann')
  erased = await createAccount('eve')
  await inDatabase(product.dataDir, (services) =>
    // A backup that was killed leaves this behind.
    asOwner(services, sql`select pg_backup_start('killed')`),
  )

  const senders = startSenders({
    address: `${product.baseUrl}/api/pixel/${String(account['site'])}/events`,
    siteUrl: 'https://ann.example',
  })
  await vi.waitUntil(() => senders.acknowledged.size > 500, { timeout: 60_000 })
  acknowledged.before = [...senders.acknowledged.keys()]
  await product.cli('backup', file)
  acknowledged.after = [...senders.acknowledged.keys()]
  await senders.giveUp()
  await product.cli('erase', '--kind', 'team', '--subject', String(erased['team']))
  await product.stop()
})

afterAll(async () => {
  await product.remove()
  removeFolder(folder)
})

test('a backup under load has what was acknowledged before, and its sums equal a recount', async () => {
  copyFileSync(path.join(product.dataDir, 'erasures'), path.join(restoredFolder, 'erasures'))
  const restored = await restore(restoredFolder)

  expect(restored).toMatchObject({ folder: restoredFolder, previous: null })
  // The organization that was erased after the backup.
  expect(restored['erased']).toBeGreaterThan(0)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(acknowledged.after.length).toBeGreaterThan(acknowledged.before.length)
  await inDatabase(restoredFolder, async (services) => {
    const site = await siteOf(services, account)
    const stored = await readStored(services, site?.id ?? 0)
    expect(acknowledged.before.filter((id) => !stored.ids.has(id))).toEqual([])
    expect(stored.counted).toBe(stored.ids.size)
    expect(await recount(services)).toEqual([])
    expect(await siteOf(services, erased)).toBeUndefined()
  })
  expect(readdirSync(folder)).toEqual(['backup.tar.gz', 'restored'])
})

test('a backup of a product with APP_KEY needs that key again', async () => {
  const appKey = Buffer.alloc(32, 7).toString('base64')
  const keyed = path.join(folder, 'keyed.tar.gz')
  await command({ DATA_DIR: restoredFolder, APP_KEY: appKey }, 'backup', keyed)

  await expect(restore(emptyFolder(), keyed)).rejects.toThrow('made with another APP_KEY')
})

test('a folder that holds data is left alone unless --replace is given, which keeps it', async () => {
  const tables = path.join(restoredFolder, 'pg/PG_VERSION')
  const before = statSync(tables).ino

  await expect(restore(restoredFolder)).rejects.toThrow(`${restoredFolder} holds data.`)
  expect(statSync(tables).ino).toBe(before)

  const { previous } = await restore(restoredFolder, file, '--replace')
  expect(statSync(path.join(String(previous), 'pg/PG_VERSION')).ino).toBe(before)
  expect(existsSync(path.join(String(previous), 'app-key'))).toBe(true)
})

test('a damaged file, half of one and another file change nothing', async () => {
  const bytes = readFileSync(file)
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  const damaged = [flipped, bytes.subarray(0, bytes.length >> 1), Buffer.from('no backup')]

  for (const contents of damaged) {
    const dataDir = emptyFolder()
    const wrong = path.join(dataDir, 'wrong.tar.gz')
    writeFileSync(wrong, contents)
    await expect(restore(dataDir, wrong)).rejects.toThrow(
      'wrong.tar.gz is damaged or isn’t a backup. Nothing was changed.',
    )
    expect(existsSync(path.join(dataDir, 'pg'))).toBe(false)
  }
})

test('an archive in which a file was changed or added is refused', async () => {
  const changes = [
    (unpacked: string) => {
      writeFileSync(path.join(unpacked, 'pg/PG_VERSION'), '17\n')
    },
    (unpacked: string) => {
      writeFileSync(path.join(unpacked, 'pg/added'), '')
    },
  ]
  for (const change of changes) {
    const wrong = repacked(change)
    await expect(restore(emptyFolder(), wrong)).rejects.toThrow('is damaged or isn’t a backup')
  }
})

test('a backup from a newer version is refused', async () => {
  for (const newer of [{ schema: 9_999_999_999_999 }, { format: 2 }]) {
    const wrong = repacked((unpacked) => {
      const name = path.join(unpacked, 'manifest.json')
      const manifest = JSON.parse(readFileSync(name, 'utf8')) as Record<string, unknown>
      writeFileSync(name, JSON.stringify({ ...manifest, ...newer }))
    })
    await expect(restore(emptyFolder(), wrong)).rejects.toThrow(
      'The backup is from a newer version. Update to that version, then try again.',
    )
  }
})

test('a running product keeps its data, a file is never overwritten, and PostgreSQL has its tools', async () => {
  await product.restart()

  await expect(restore(product.dataDir, file, '--replace')).rejects.toThrow('is in use by process')
  await expect(product.cli('backup', file)).rejects.toThrow('exists. Choose another name.')
  await expect(
    command(
      { DATA_DIR: emptyFolder(), DATABASE_URL: 'postgres://localhost/none' },
      'restore',
      file,
    ),
  ).rejects.toThrow('DATABASE_URL is set')
})

const createAccount = (name: string) =>
  product.cli(
    ...['create-account', '--email', `${name}@${name}.example`, '--password', 'correct horse'],
    ...['--site-url', `https://${name}.example`],
  )

function emptyFolder(): string {
  const made = makeFolder()
  onTestFinished(() => {
    removeFolder(made)
  })
  return made
}

const restore = (dataDir: string, from = file, ...words: string[]) =>
  command({ DATA_DIR: dataDir }, 'restore', from, ...words)

const environment = { APP_ENV: 'local', DATABASE_URL: '', LOG_LEVEL: 'error' }

const command = (variables: Record<string, string>, ...words: string[]) =>
  runCommand(words, { ...process.env, ...environment, ...variables })

/** The same archive with one change. */
function repacked(change: (unpacked: string) => void): string {
  const unpacked = path.join(emptyFolder(), 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', file, '-C', unpacked])
  change(unpacked)
  execFileSync('tar', ['-cf', `${unpacked}.tar`, '-C', unpacked, '.'])
  writeFileSync(`${unpacked}.tar.gz`, gzipSync(readFileSync(`${unpacked}.tar`), { level: 0 }))
  return `${unpacked}.tar.gz`
}

async function inDatabase<T>(dataDir: string, work: (services: Services) => Promise<T>) {
  const config = readConfig({ ...environment, DATA_DIR: dataDir })
  const { services, close } = await compose(config, {
    log: createLog('error'),
    joinRunning: true,
  })
  try {
    return await work(services)
  } finally {
    await close()
  }
}

const asOwner = ({ db }: Services, statement: ReturnType<typeof sql>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local role none`)
    await tx.execute(statement)
  })

async function siteOf({ db }: Services, { site }: Record<string, unknown>) {
  const [found] = await db.system
    .select({ id: sites.id })
    .from(sites)
    .where(eq(sites.uuid, String(site)))
  return found
}
