/** Starts what a run with one engine needs, once for all its test files. */
import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#app/db/migrate.server.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { ensurePgliteTemplate } from './pglite-template.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'pglite' | 'postgres'
    /** Removed after the run. */
    folder: string
    /** PGlite: dump for new databases. */
    pgliteTemplate: string
    /** PostgreSQL: URL of the migrated, empty template database. */
    postgresTemplate: string
  }
}

export default async function startEngine(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeFolder()
  project.provide('folder', folder)
  const stop =
    project.config.provide.engine === 'pglite'
      ? await preparePglite(project)
      : await preparePostgres(project, folder)
  return async () => {
    await stop()
    removeFolder(folder)
  }
}

async function preparePglite(project: TestProject) {
  const template = await ensurePgliteTemplate()
  project.provide('pgliteTemplate', template)
  // Servers that tests start as processes read it from their environment.
  process.env.TEMPLATE_FILE = template
  return () => Promise.resolve()
}

async function preparePostgres(project: TestProject, folder: string) {
  const data = path.join(folder, 'server')
  mkdirSync(data)
  // The server may run as another user.
  chmodSync(folder, 0o755)
  const server = await startPostgres(data)
  await query(server.socketUrlOf('postgres'), 'create database template_footfall')
  const owner = new pg.Client({ connectionString: server.socketUrlOf('template_footfall') })
  await owner.connect()
  await migrateDatabase(owner)
  await owner.end()
  project.provide('postgresTemplate', server.socketUrlOf('template_footfall'))
  return server.stop
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
