import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBreaks } from './breaking-statements.ts'

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

/** Migrations after it change the schema in steps that the release before runs on. */
const ruledAfter = '0025_provider-budgets'

/**
 * Statements that drop something which no release in use needs any more: by migration and statement, the newest
 * migration of the first release whose code does without. That release is deployed everywhere before.
 */
const contractions: Readonly<Record<string, Readonly<Record<string, string>>>> = {}

const tags = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace(/\.sql$/, ''))
  .sort()
const breaksOf = (tag: string) => findBreaks(readFileSync(`${folder}/${tag}.sql`, 'utf8'))

test('no migration breaks what an older node does while it runs beside a new one', () => {
  const ruled = tags.filter((tag) => tag > ruledAfter)

  const found = ruled.flatMap((tag) =>
    breaksOf(tag)
      .filter(({ statement }) => contractions[tag]?.[statement] === undefined)
      .map(({ statement, why }) => `${tag} ${why}: ${statement}`),
  )

  expect(tags).toContain(ruledAfter)
  expect(found).toEqual([])
})

test('a statement that breaks older nodes is listed with a release that does without', () => {
  const listed = Object.entries(contractions).flatMap(([tag, statements]) =>
    Object.entries(statements).map(([statement, since]) => ({ tag, statement, since })),
  )

  for (const { tag, statement, since } of listed) {
    expect(breaksOf(tag).map((one) => one.statement)).toContain(statement)
    expect(tags).toContain(since)
    expect(since < tag, `${since} is older than ${tag}`).toBe(true)
  }
})

test('no migration before that renames or drops a column or a table', () => {
  const older = tags.filter((tag) => tag > '0003' && tag <= ruledAfter)
  const taking = /\brename (?:column|to)\b|\bdrop (?:column|table)\b/i

  expect(older.length).toBeGreaterThan(20)
  expect(
    older.filter((tag) => breaksOf(tag).some(({ statement }) => taking.test(statement))),
  ).toEqual([])
})

test.each([
  ['renames', 'ALTER TABLE "sites" RENAME COLUMN "url" TO "address"'],
  ['renames', 'ALTER TABLE "sites" RENAME TO "shops_of_teams"'],
  ['drops', 'ALTER TABLE "sites" DROP COLUMN "url"'],
  ['drops', 'DROP TABLE "presence"'],
  ['drops', 'DROP FUNCTION announce_site_meter()'],
  ['drops', 'DROP TRIGGER announce_update ON page_pictures'],
  ['drops', 'DROP INDEX "sites_uuid_key"'],
  ['drops a key', 'ALTER TABLE "presence" DROP CONSTRAINT "presence_pk"'],
  ['requires a value', 'ALTER TABLE "sites" ALTER COLUMN "name" SET NOT NULL'],
  ['requires a value', 'ALTER TABLE "sites" ADD COLUMN "look" text NOT NULL'],
  [
    'requires a value',
    'ALTER TABLE sites ADD COLUMN a text DEFAULT 1 NOT NULL, ADD COLUMN b text NOT NULL',
  ],
  ['drops a default', 'ALTER TABLE "sites" ALTER COLUMN "name" DROP DEFAULT'],
  ['allows null', 'ALTER TABLE "sites" ALTER COLUMN "name" DROP NOT NULL'],
  ['changes a type', 'ALTER TABLE "sites" ALTER COLUMN "name" SET DATA TYPE integer'],
  ['checks rows', 'ALTER TABLE "sites" ADD CONSTRAINT "sites_name_check" CHECK (length(name) < 9)'],
  ['checks rows', 'ALTER TABLE "sites" ADD CONSTRAINT "sites_name_key" UNIQUE ("name")'],
  ['checks rows', 'CREATE UNIQUE INDEX "sites_name_key" ON "sites" USING btree ("name")'],
  [
    'checks rows',
    'ALTER TABLE "sites" ADD CONSTRAINT "a_fk" FOREIGN KEY ("a") REFERENCES "a"("id") ON DELETE cascade',
  ],
  ['keeps rows from being deleted', 'CREATE TABLE new (site bigint REFERENCES sites (id))'],
  [
    'keeps rows from being deleted',
    'CREATE TABLE "new" ("site_id" bigint); ALTER TABLE "new" ADD CONSTRAINT "f_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action',
  ],
  ['hides rows', 'ALTER TABLE "sites" ENABLE ROW LEVEL SECURITY'],
  ['takes a right', 'REVOKE ALL ON sites FROM footfall_app'],
  ['can’t be read', 'DO $$ BEGIN DROP TABLE sites; END $$'],
  // The same without the word COLUMN, and with a schema.
  ['renames', 'ALTER TABLE sites RENAME url TO address'],
  ['drops', 'ALTER TABLE "public"."sites" DROP url'],
  ['requires a value', 'ALTER TABLE sites ADD look text NOT NULL'],
  ['changes a type', 'ALTER TABLE IF EXISTS ONLY "public"."sites" ALTER name TYPE integer'],
  ['drops a default', 'ALTER TABLE sites ALTER name DROP DEFAULT'],
  ['allows null', 'ALTER TABLE sites ALTER "name" DROP NOT NULL'],
  ['requires a value', 'ALTER TABLE sites ADD COLUMN p numeric(12, 2) NOT NULL'],
  [
    'requires a value',
    "ALTER TABLE sites ADD a text DEFAULT 'a, b' NOT NULL, ADD b numeric(1, 1) NOT NULL",
  ],
  ['checks rows', 'ALTER TABLE sites ADD CHECK (length(name) < 9)'],
  ['checks rows', 'ALTER TABLE sites ADD UNIQUE (name)'],
  ['checks rows', 'ALTER TABLE sites ADD COLUMN x text UNIQUE'],
  ['checks rows', 'CREATE UNIQUE INDEX IF NOT EXISTS a ON ONLY "public"."sites" (name)'],
  ['drops rows', 'TRUNCATE TABLE "public"."presence" CASCADE'],
  ['renames', 'ALTER TABLE sites SET SCHEMA old'],
  ['renames', "ALTER TYPE state RENAME VALUE 'on' TO 'published'"],
  ['refuses values', 'ALTER TABLE sites ALTER id SET GENERATED ALWAYS'],
  ['hides rows', 'CREATE POLICY few ON "public"."sites" AS RESTRICTIVE USING (id < 9)'],
  ['hides rows', 'ALTER TABLE sites FORCE ROW LEVEL SECURITY'],
  // Its rows may go with the row that it names.
  ['drops a key', 'ALTER TABLE "nudges" DROP CONSTRAINT "nudges_site_id_sites_id_fk"'],
  ['drops a key', 'ALTER TABLE "sites" DROP CONSTRAINT "sites_name_check" CASCADE'],
  ['keeps rows from being deleted', 'CREATE TABLE new (site bigint REFERENCES public.sites)'],
])('a statement that %s is found: %s', (why, sql) => {
  expect(findBreaks(`-- A comment; with a semicolon.\n${sql};`).map((one) => one.why)).toEqual([
    why,
  ])
})

test.each([
  'ALTER TABLE "sites" ADD COLUMN "look" text',
  'ALTER TABLE "sites" ADD COLUMN "look" text DEFAULT \'plain\' NOT NULL',
  'ALTER TABLE "sites" ADD COLUMN "key" text GENERATED ALWAYS AS (name) STORED NOT NULL',
  'ALTER TABLE "sites" DROP CONSTRAINT "sites_name_check"',
  'CREATE INDEX "sites_name_idx" ON "sites" USING btree ("name")',
  'UPDATE sites SET name = url',
  "INSERT INTO plans (name) VALUES ('a; DROP TABLE sites; --')",
  'ALTER TABLE sites ADD price numeric(12, 2), ADD "check" text',
  'CREATE POLICY more ON sites AS PERMISSIVE USING (true)',
  'CREATE TABLE "public"."new" (id bigint); ALTER TABLE "public"."new" ADD UNIQUE (id); TRUNCATE new',
  'CREATE FUNCTION hide() RETURNS trigger AS $$ BEGIN DROP TABLE sites; END $$',
  // As drizzle-kit creates a table.
  `CREATE TABLE "new" ("id" bigint, "site_id" bigint NOT NULL, CONSTRAINT "new_pk" PRIMARY KEY("id"));
--> statement-breakpoint
ALTER TABLE "new" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "new" ADD CONSTRAINT "new_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "new_key" ON "new" USING btree ("id")`,
])('a statement that older nodes run on is none: %s', (sql) => {
  expect(findBreaks(sql)).toEqual([])
})
