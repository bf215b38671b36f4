import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'app/db/migrations'

test('the journal lists every migration, and only the newest one has a snapshot', () => {
  const journal = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const tags = journal.entries.map(({ tag }) => tag)
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const snapshots = readdirSync(`${folder}/meta`).filter((name) => name.endsWith('_snapshot.json'))

  expect(files.sort()).toEqual(tags.map((tag) => `${tag}.sql`))
  expect(snapshots).toEqual([`${tags.at(-1)?.slice(0, 4) ?? ''}_snapshot.json`])
  // A database skips a migration that is older than its newest one.
  const moments = journal.entries.map(({ when }) => when)
  expect(moments).toEqual([...moments].sort((one, other) => one - other))
})

test('no migration renames or drops what an older node reads while it runs beside a new one', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > '0003')
  expect(files.length).toBeGreaterThan(0)
  const taking = /\brename (?:column|to)\b|\bdrop (?:column|table)\b/i
  expect(files.filter((name) => taking.test(readFileSync(`${folder}/${name}`, 'utf8')))).toEqual([])
})
