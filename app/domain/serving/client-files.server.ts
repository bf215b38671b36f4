/**
 * The browser's files of the last builds, kept in the database. While a deployment replaces one node after
 * another, a page of one build requests its files from a node that runs another build.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#app/db/db.ts'
import { clientBuilds, clientFiles } from '#app/db/schema/serving.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/** A name of the build's files: with a hash of the content, and of a type that pages load. */
const namePattern = /^[\w.-]{1,150}-[\w-]{8}\.(?:js|css|woff2)$/

export const isClientFileName = (name: string): boolean => namePattern.test(name)

export type ClientFile = {
  /** The body is compressed with Brotli. */
  isBrotli: boolean
  body: Buffer
}

export type ClientBuild = {
  /** Version of the build. */
  id: string
  /** Names of its files, as `isClientFileName` accepts them. */
  files: readonly string[]
  read: (name: string) => Promise<ClientFile>
}

/** Rows of a statement, each up to some hundred kilobytes. */
const rowsAtOnce = 40

/**
 * Notes that a node runs the build, and stores those of its files that are missing. Several nodes can do it at
 * the same time.
 */
export async function storeClientBuild(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, files, read }: ClientBuild,
): Promise<void> {
  // All nodes lock them in one order.
  const names = [...files].sort()
  await db.transaction(async (tx) => {
    const build = { files: names, startedAt: now() }
    // Before the files are looked up: a sweep that has begun is waited for.
    await tx
      .insert(clientBuilds)
      .values({ id, ...build })
      .onConflictDoUpdate({ target: clientBuilds.id, set: build })
    const stored = await tx
      .select({ name: clientFiles.name })
      .from(clientFiles)
      .where(inArray(clientFiles.name, names))
    const known = new Set(stored.map(({ name }) => name))
    const missing = names.filter((name) => !known.has(name))
    for (let from = 0; from < missing.length; from += rowsAtOnce) {
      const rows = await Promise.all(
        missing
          .slice(from, from + rowsAtOnce)
          .map(async (name) => ({ name, ...(await read(name)) })),
      )
      await tx.insert(clientFiles).values(rows).onConflictDoNothing()
    }
  })
}

export async function listClientFiles({ system }: Database): Promise<string[]> {
  const rows = await system.select({ name: clientFiles.name }).from(clientFiles)
  return rows.map(({ name }) => name)
}

/** Null: it isn't stored any more. */
export async function readClientFile(
  { system }: Database,
  name: string,
): Promise<ClientFile | null> {
  const [row] = await system
    .select({ isBrotli: clientFiles.isBrotli, body: clientFiles.body })
    .from(clientFiles)
    .where(eq(clientFiles.name, name))
  return row ?? null
}

/** Newer builds that don't replace a build: during a deployment nodes of it and of the next one run. */
const newerBuilds = 2

/** A deployment can be halted for some time, with nodes of three builds. */
const keptMillis = dayMillis

/**
 * Removes each build a day after a node was started with the second newer one, and the files that no other build
 * has. How long ago a node was started with a build says nothing about whether it still runs. Called by a job.
 */
export async function sweepClientBuilds({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const limit = new Date(now().getTime() - keptMillis)
  await db.transaction(async (tx) => {
    // A node that is starting counts on the files that it finds.
    await tx.execute(sql`lock table ${clientBuilds} in share row exclusive mode`)
    const builds = await tx
      .select({ id: clientBuilds.id, startedAt: clientBuilds.startedAt })
      .from(clientBuilds)
      .orderBy(sql`${clientBuilds.startedAt} desc`, asc(clientBuilds.id))
    const old = builds.filter((_build, index) => {
      const second = builds[index - newerBuilds]
      return second !== undefined && second.startedAt < limit
    })
    if (old.length === 0) return
    await tx.delete(clientBuilds).where(
      inArray(
        clientBuilds.id,
        old.map(({ id }) => id),
      ),
    )
    await tx.execute(sql`
      delete from ${clientFiles}
      where name not in (select unnest(files) from ${clientBuilds})`)
  })
}
