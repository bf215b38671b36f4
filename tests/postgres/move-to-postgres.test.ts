/** Moving from the embedded database to PostgreSQL (docs/operate.md). */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { pixelEvents, sites, users } from '#app/db/schema/index.ts'
import { accountEmailJobs } from '#app/domain/accounts/jobs.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { moveToPostgres } from '#app/server/cli-move.server.ts'
import { startProduct, type RunningProduct } from '#app/server/product.server.ts'
import { copyPostgresTemplate } from '../support/database.ts'
import { makeFolder, removeFolder } from '../support/folders.ts'
import { freePort } from '../support/free-port.ts'
import { createMakers } from '../support/makers.ts'
import { ensurePgliteTemplate } from '../support/pglite-template.ts'
import { storePurchase } from '../support/purchases.ts'
import { routeBuild } from '../support/route-build.ts'
import { eventRow, someVisitor, store } from '../support/stored-events.ts'

const appKey = randomBytes(32).toString('base64')
const log = createLog('error')

async function createFolder() {
  const folder = makeFolder()
  const template = await ensurePgliteTemplate()
  const environment = { APP_ENV: 'local', APP_KEY: appKey, DATA_DIR: folder }
  const configOf = (more: Record<string, string>) =>
    readConfig({ ...environment, TEMPLATE_FILE: template, DEMO: '0', ...more })
  const running = new Set<RunningProduct>()
  onTestFinished(async () => {
    for (const product of running) await product.stop()
    removeFolder(folder)
  })
  return {
    folder,
    move: (url: string) =>
      moveToPostgres((keyOf) => readConfig({ ...environment, DATABASE_URL: url }, keyOf)),
    start: async (more: Record<string, string> = {}) => {
      const config = configOf({ PORT: String(await freePort()), ...more })
      const product = await startProduct({ config, log, build: routeBuild })
      running.add(product)
      return {
        ...product,
        async stop() {
          running.delete(product)
          await product.stop()
        },
      }
    },
  }
}

test('everything arrives as it was, and goes on there', async () => {
  const { folder, move, start } = await createFolder()
  const url = await copyPostgresTemplate()
  const before = await start()
  const { services } = before
  const makers = createMakers(services)
  const site = await makers.site({ options: { color: '#0b6e4f' } })
  await makers.nudge(site)
  await storePurchase(services, site)
  const at = services.now()
  const visitors = Array.from({ length: 50 }, someVisitor)
  const visitorAt = (place: number) => {
    const visitor = visitors[place % visitors.length]
    return visitor ? { visitor } : {}
  }
  await store(
    services,
    Array.from({ length: 2_500 }, (_none, place) =>
      eventRow(site, { receivedAt: at, ...visitorAt(place) }),
    ),
  )
  const { id: userId } = site.owner
  await services.jobs.sendLater(accountEmailJobs.reset, { userId }, 3_600)
  await expect(move(url)).rejects.toThrow('is in use by')
  await before.stop()
  const rowsBefore = await readAll({ dataDir: folder })
  const files = readdirSync(folder)

  const moved = await move(url)

  expect(moved.folder).toBe(folder)
  // Others may wait since the product ended.
  expect(moved.jobs).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual(files)
  expect(await readAll({ url })).toEqual(rowsBefore)
  const after = await start({ DATABASE_URL: url })
  const there = after.services
  expect(await recount(there)).toEqual([])
  const queues = await there.jobs.readQueues(there.db.system)
  expect(queues).toContainEqual(
    expect.objectContaining({ name: accountEmailJobs.reset.name, later: 1 }),
  )
  const answer = await fetch(`${after.address}/account/general`, {
    headers: { Cookie: site.owner.cookie },
    redirect: 'manual',
  })
  expect(answer.status).toBe(200)
  // Numbers go on after the ones that were copied, and triggers and keys are back.
  const next = await createMakers(there, 'later').site()
  expect(next.scope.siteId).toBeGreaterThan(site.scope.siteId)
  await there.db.system.delete(sites).where(eq(sites.id, site.scope.siteId))
  expect(await there.db.system.$count(pixelEvents)).toBe(0)
  await expect(
    there.db.system.execute(
      sql`insert into sites select * from sites where id = ${next.scope.siteId}`,
    ),
  ).rejects.toThrow()

  await after.stop()
  await expect(move(url)).rejects.toThrow('holds accounts already')
}, 300_000)

test('a copy that breaks off leaves nothing in PostgreSQL', async () => {
  const { move, start } = await createFolder()
  const url = await copyPostgresTemplate()
  const before = await start()
  await createMakers(before.services).site()
  await before.stop()
  const after = await start({ DATABASE_URL: url })
  // A table that this version doesn't know.
  await asOwner(after, sql`alter table sites add column unknown text`)
  await after.stop()

  await expect(move(url)).rejects.toThrow('The two databases have other tables: sites')

  const again = await start({ DATABASE_URL: url })
  expect(await again.services.db.system.$count(users)).toBe(0)
  await again.stop()
}, 300_000)

test('it needs both databases, and the key of the folder', async () => {
  const { folder, move } = await createFolder()

  mkdirSync(path.join(folder, 'pg'))
  writeFileSync(path.join(folder, 'pg/PG_VERSION'), '17\n')
  writeFileSync(path.join(folder, 'app-key'), randomBytes(32).toString('base64'))
  await expect(move('postgres://localhost/none')).rejects.toThrow('with another APP_KEY')
  rmSync(path.join(folder, 'pg'), { recursive: true })

  await expect(move('')).rejects.toThrow('DATABASE_URL isn’t set.')
  await expect(move('postgres://localhost/none')).rejects.toThrow('There is no database in')
})

const compared = [
  ...['users', 'teams', 'team_members', 'sessions', 'sites', 'nudges', 'activities', 'claims'],
  ...['pixel_events', 'event_ids', 'hourly_events', 'visitors', 'meters'],
]

/** Every value of some tables, as text, while no product changes them. */
async function readAll({ url, dataDir = null }: { url?: string; dataDir?: string | null }) {
  const { db, close } = await openDatabase({ url, dataDir, address: 'test' })
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql`set local timezone = 'UTC'`)
    const all: Record<string, unknown> = {}
    for (const name of compared) {
      const { rows } = (await tx.execute(
        sql`select json_agg(t order by t::text)::text as text from ${sql.identifier(name)} t`,
      )) as unknown as { rows: { text: string | null }[] }
      all[name] = rows[0]?.text
    }
    return all
  })
  await close()
  return rows
}

const asOwner = ({ services: { db } }: RunningProduct, statement: ReturnType<typeof sql>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local role none`)
    await tx.execute(statement)
  })
