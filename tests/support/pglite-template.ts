/**
 * A dump of an embedded database with today's tables and no rows. Loading it takes a third of the
 * time of creating a new PGlite database. Kept until the migrations change.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'

const inRoot = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const migrationsFolder = inRoot('app/db/migrations')

/** Creates the dump if there is none, and returns its path. */
export async function ensurePgliteTemplate(): Promise<string> {
  const file = inRoot(`.cache/pglite-${fingerprint()}.tar`)
  if (existsSync(file)) return file

  const db = await PGlite.create({ extensions: { pg_trgm } })
  await migrate(drizzle({ client: db }), { migrationsFolder })
  const dump = await db.dumpDataDir('none')
  await db.close()

  mkdirSync(path.dirname(file), { recursive: true })
  // Another run may create the same file, and a reader must never see half of it.
  const unfinished = `${file}.${String(process.pid)}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, file)
  return file
}

function fingerprint(): string {
  const hash = createHash('sha256')
  hash.update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite')))
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(path.join(migrationsFolder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
