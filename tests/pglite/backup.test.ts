/** Backups of the embedded database while the built product runs, and what they restore (docs/threats.md R17). */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { sites } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { backUp, restore as restoreBackup } from '#app/server/cli-backup.server.ts'
import { compose } from '#app/server/compose.server.ts'
import type { Services } from '#app/services.ts'
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
/** Messages of attempts while the product ran. */
let refusals: string[]
let refusedKey: string
let refusedRestore: string
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
  const attempts = await Promise.allSettled([backUpRunning('one'), backUpRunning('other')])
  const [made] = attempts.filter(({ status }) => status === 'fulfilled')
  renameSync((made as PromiseFulfilledResult<{ file: string }>).value.file, file)
  refusals = attempts.flatMap((attempt) => ('reason' in attempt ? [String(attempt.reason)] : []))
  refusedKey = await backUpOf(
    { DATA_DIR: product.dataDir, APP_KEY: Buffer.alloc(32, 7).toString('base64') },
    path.join(folder, 'refused.tar.gz'),
  ).then(String, String)
  refusedRestore = await restore(product.dataDir, file, true).then(String, String)
  acknowledged.after = [...senders.acknowledged.keys()]
  await senders.giveUp()
  await product.cli('erase', '--kind', 'team', '--subject', String(erased['team']))
  await product.stop()
})

afterAll(async () => {
  await product.remove()
  removeFolder(folder)
})

test('a backup under load has what was acknowledged before, and what it replaces is kept', async () => {
  copyFileSync(path.join(product.dataDir, 'erasures'), path.join(restoredFolder, 'erasures'))
  // Data that is there already.
  mkdirSync(path.join(restoredFolder, 'pg'))
  const tables = path.join(restoredFolder, 'pg/PG_VERSION')
  writeFileSync(tables, '17\n')
  writeFileSync(path.join(restoredFolder, 'app-key'), 'previous')
  await expect(restore(restoredFolder)).rejects.toThrow(`${restoredFolder} holds data.`)
  const before = statSync(tables).ino
  const restored = await restore(restoredFolder, file, true)

  const { previous } = restored
  expect(statSync(path.join(String(previous), 'pg/PG_VERSION')).ino).toBe(before)
  expect(readFileSync(path.join(String(previous), 'app-key'), 'utf8')).toBe('previous')
  expect(restored.folder).toBe(restoredFolder)
  // The organization that was erased after the backup.
  expect(restored.erased).toBeGreaterThan(0)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(acknowledged.after.length).toBeGreaterThan(acknowledged.before.length)
  await inDatabase(restoredFolder, async (services) => {
    const site = await siteOf(services, account)
    const stored = await readStored(services, site?.id ?? 0)
    expect(acknowledged.before.filter((id) => !stored.ids.has(id))).toEqual([])
    expect(stored.counted).toBe(stored.ids.size)
    expect(await recount(services)).toEqual([])
    expect(await siteOf(services, erased)).toBeUndefined()
    // From here on its migrations fail, because their tables exist.
    await asOwner(services, sql`delete from drizzle.__drizzle_migrations`)
  })
  expect(readdirSync(folder)).toEqual(['backup.tar.gz', 'restored'])
})

test('one of two backups at the same time is refused, and so is one with another APP_KEY', () => {
  expect(refusals).toHaveLength(1)
  expect(refusals[0]).toContain('Another backup is running.')
  expect(refusedKey).toContain('has another APP_KEY')
})

test('a folder without a database, or without its key, is not backed up, and stays as it is', async () => {
  const dataDir = emptyFolder()
  const copy = path.join(folder, 'none.tar.gz')

  await expect(backUpOf({ DATA_DIR: dataDir }, copy)).rejects.toThrow(
    `There is no database in ${dataDir}.`,
  )
  expect(readdirSync(dataDir)).toEqual([])

  mkdirSync(path.join(dataDir, 'pg'))
  writeFileSync(path.join(dataDir, 'pg/PG_VERSION'), '17\n')
  await expect(backUpOf({ DATA_DIR: dataDir }, copy)).rejects.toThrow(`${dataDir} has no key`)
  expect(readdirSync(dataDir)).toEqual(['pg'])
})

test('a backup needs the key that it was made with, and one from before a migration stays that', async () => {
  const appKey = Buffer.alloc(32, 7).toString('base64')
  const keyed = path.join(folder, 'keyed.tar.gz')
  await backUpOf({ DATA_DIR: restoredFolder, APP_KEY: appKey }, keyed)
  const manifest = execFileSync('tar', ['-xzOf', keyed, './manifest.json'], { encoding: 'utf8' })
  expect(JSON.parse(manifest)).toMatchObject({ schema: 0 })

  await expect(restore(emptyFolder(), keyed)).rejects.toThrow('made with another APP_KEY')
  const small = repacked(() => undefined)
  // The key in the file isn’t the one that the product would run with.
  await expect(
    restoreInto({ DATA_DIR: emptyFolder(), APP_KEY: appKey }, small, false),
  ).rejects.toThrow('made with another APP_KEY')

  const tables = path.join(restoredFolder, 'pg/PG_VERSION')
  const before = statSync(tables).ino
  const names = readdirSync(restoredFolder)
  await expect(
    restoreInto({ DATA_DIR: restoredFolder, APP_KEY: appKey }, keyed, true),
  ).rejects.toThrow('can’t be opened, so everything is as it was before')
  expect(statSync(tables).ino).toBe(before)
  expect(readdirSync(restoredFolder)).toEqual(names)
})

test('after a restore that was interrupted nothing starts, until it is run again', async () => {
  const previous = path.join(restoredFolder, 'before-restore-2026-11-20T08-00-00')
  const before = statSync(path.join(restoredFolder, 'pg/PG_VERSION')).ino
  mkdirSync(previous)
  renameSync(path.join(restoredFolder, 'pg'), path.join(previous, 'pg'))
  writeFileSync(path.join(restoredFolder, 'restore-running.json'), JSON.stringify({ previous }))

  await expect(inDatabase(restoredFolder, () => Promise.resolve())).rejects.toThrow(
    `A restore into ${restoredFolder} was interrupted.`,
  )
  expect(existsSync(path.join(restoredFolder, 'pg'))).toBe(false)

  await expect(restore(restoredFolder)).rejects.toThrow(`${restoredFolder} holds data.`)
  expect(statSync(path.join(restoredFolder, 'pg/PG_VERSION')).ino).toBe(before)
  expect(existsSync(previous)).toBe(false)
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
  for (const name of ['pg/PG_VERSION', 'pg/added']) {
    const wrong = repacked((unpacked) => {
      writeFileSync(path.join(unpacked, name), '')
    })
    await expect(restore(emptyFolder(), wrong)).rejects.toThrow('is damaged or isn’t a backup')
  }
})

test('a backup from a newer version is refused', async () => {
  for (const newer of [{ schema: 9_999_999_999_999 }, { format: 2 }]) {
    const wrong = repacked((unpacked) => {
      changeManifest(unpacked, (manifest) => ({ ...manifest, ...newer }))
    })
    await expect(restore(emptyFolder(), wrong)).rejects.toThrow(
      'The backup is from a newer version. Update to that version, then try again.',
    )
  }
})

test('a running product keeps its data, a file is never overwritten, and PostgreSQL has its tools', async () => {
  expect(refusedRestore).toContain('is in use by process')
  await expect(backUpRunning('backup')).rejects.toThrow('exists. Choose another name.')
  await expect(
    restoreInto(
      { DATA_DIR: emptyFolder(), DATABASE_URL: 'postgres://localhost/none' },
      file,
      false,
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

const environment = { APP_ENV: 'local', DATABASE_URL: '', LOG_LEVEL: 'error' }

type Variables = Record<string, string>

const reader = (variables: Variables) => (keyOf: (dataDir: string) => string) =>
  readConfig({ ...environment, ...variables }, keyOf)

const backUpOf = (variables: Variables, to: string) => backUp(reader(variables), to)

const restoreInto = (variables: Variables, from: string, replaces: boolean) =>
  restoreBackup(reader(variables), from, replaces)

const restore = (dataDir: string, from = file, replaces = false) =>
  restoreInto({ DATA_DIR: dataDir }, from, replaces)

const backUpRunning = (name: string) =>
  backUpOf({ DATA_DIR: product.dataDir }, path.join(folder, `${name}.tar.gz`))

/** An archive with one file of the database's alone, and one change. */
function repacked(change: (unpacked: string) => void): string {
  const unpacked = path.join(emptyFolder(), 'unpacked')
  mkdirSync(unpacked)
  const kept = 'pg/PG_VERSION'
  execFileSync('tar', ['-xzf', file, '-C', unpacked, './manifest.json', './app-key', `./${kept}`])
  changeManifest(unpacked, ({ checksums, ...manifest }) => ({
    ...manifest,
    checksums: { 'app-key': checksums['app-key'], [kept]: checksums[kept] },
  }))
  change(unpacked)
  execFileSync('tar', ['-czf', `${unpacked}.tar.gz`, '-C', unpacked, '.'])
  return `${unpacked}.tar.gz`
}

type Manifest = { checksums: Record<string, string> }

function changeManifest(unpacked: string, change: (manifest: Manifest) => object): void {
  const name = path.join(unpacked, 'manifest.json')
  const manifest = JSON.parse(readFileSync(name, 'utf8')) as Manifest
  writeFileSync(name, JSON.stringify(change(manifest)))
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
