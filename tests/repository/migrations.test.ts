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
