/** Finds statements of a migration that break the release before, whose nodes run beside new ones during an update. */

export type Break = { statement: string; why: string }

/** A name in SQL, with or without its schema. */
const name = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`

const of = (pattern: string) => new RegExp(pattern.replaceAll('NAME', name), 'i')

/** Actions of ALTER TABLE on a table that existed before. The word COLUMN can be left out. */
const actions: readonly { why: string; pattern: RegExp }[] = [
  { why: 'renames', pattern: of(String.raw`^(?:rename|set schema)\b`) },
  {
    why: 'drops',
    pattern: of(
      String.raw`^(?:drop (?!constraint\b)|detach partition\b|disable (?:trigger|rule)\b)`,
    ),
  },
  {
    // Checks only get looser. ON CONFLICT can name a unique key, and a reference can delete rows.
    why: 'drops a key',
    pattern: of(String.raw`^drop constraint (?!(?:if exists )?"?\w+_check"?(?: restrict)?$)`),
  },
  { why: 'requires a value', pattern: of('^alter (?:column )?NAME set not null$') },
  {
    why: 'requires a value',
    pattern: of(String.raw`^add (?!.*\b(?:default|generated)\b).*\bnot null\b`),
  },
  {
    why: 'drops a default',
    pattern: of(String.raw`^alter (?:column )?NAME drop (?:default|expression|identity)\b`),
  },
  { why: 'allows null', pattern: of('^alter (?:column )?NAME drop not null$') },
  { why: 'changes a type', pattern: of(String.raw`^alter (?:column )?NAME (?:set data )?type\b`) },
  {
    why: 'refuses values',
    pattern: of(String.raw`^alter (?:column )?NAME (?:add|set) generated always\b`),
  },
  {
    why: 'checks rows',
    pattern: of(String.raw`^add (?:.* )?(?:check|unique|exclude|primary key|foreign key)\b`),
  },
  { why: 'hides rows', pattern: of(String.raw`^(?:enable|force) row level security\b`) },
  { why: 'takes a right', pattern: of(String.raw`^owner to\b`) },
]

/** Statements, on what existed before if the pattern has a name. */
const statements: readonly { why: string; pattern: RegExp }[] = [
  { why: 'renames', pattern: of(String.raw`^alter (?!table\b).*\b(?:rename|set schema)\b`) },
  { why: 'drops', pattern: of(String.raw`^drop\b`) },
  { why: 'drops rows', pattern: of(String.raw`^truncate (?:table )?(?:only )?NAME`) },
  {
    why: 'checks rows',
    pattern: of('^create unique index (?:(?!\\bon\\b).)*on (?:only )?NAME'),
  },
  { why: 'hides rows', pattern: of(String.raw`^create policy \S+ on NAME.* as restrictive\b`) },
  { why: 'hides rows', pattern: of(String.raw`^alter policy\b`) },
  { why: 'takes a right', pattern: of(String.raw`^revoke\b`) },
  { why: 'takes a right', pattern: of(String.raw`^alter (?!table\b).*\bowner to\b`) },
  { why: 'can’t be read', pattern: of(String.raw`^(?:do|call|create (?:or replace )?rule)\b`) },
]

/**
 * Functions and triggers that are replaced or added aren't found, nor are rows that are changed: what they do can't
 * be judged by their text.
 *
 * @param sql a file of `app/db/migrations`
 */
export function findBreaks(sql: string): Break[] {
  const all = statementsOf(sql)
  const creates = of('^create (?:unlogged )?table (?:if not exists )?NAME')
  const created = new Set(all.map((statement) => creates.exec(statement)?.[1] ?? ''))
  return all.flatMap((statement) => {
    const whys = [
      ...breaksOfStatement(statement, created),
      ...breaksOfActions(statement, created),
      ...(keepsRows(statement, created) ? ['keeps rows from being deleted'] : []),
    ]
    return [...new Set(whys)].map((why) => ({ statement, why }))
  })
}

/** @param created tables that the same migration creates: no older release uses them */
function breaksOfStatement(statement: string, created: ReadonlySet<string>): string[] {
  return statements
    .filter(({ pattern }) => {
      const found = pattern.exec(statement)
      return found !== null && !created.has(found[1] ?? '-')
    })
    .map(({ why }) => why)
}

function breaksOfActions(statement: string, created: ReadonlySet<string>): string[] {
  const [, table = '', rest = ''] =
    of(String.raw`^alter table (?:if exists )?(?:only )?NAME(?: ?\*)? (.*)$`).exec(statement) ?? []
  if (created.has(table)) return []
  return partsOf(rest, ',').flatMap((action) =>
    actions.filter(({ pattern }) => pattern.test(action)).map(({ why }) => why),
  )
}

/** A reference without an effect on its rows refuses to let the row go that it names. */
function keepsRows(statement: string, created: ReadonlySet<string>): boolean {
  const references = new RegExp(String.raw`\breferences ${name} ?(?:\([^)]*\))?([^,]*)`, 'gi')
  return [...statement.matchAll(references)].some(
    ([, table = '', rest = '']) =>
      !created.has(table) && !/\bon delete (?:cascade|set null)\b/i.test(rest),
  )
}

/** Comments, bodies of functions, and texts. Names in quotes are none of them. */
const unread = /--.*$|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"/gm

/** Without comments, and without the content of bodies and texts, each on one line. */
const statementsOf = (sql: string): string[] =>
  partsOf(
    sql.replace(unread, (part) => {
      if (part.startsWith('"')) return part
      if (part.startsWith('$')) return '$body$'
      return part.startsWith("'") ? "''" : ' '
    }),
    ';',
  )

/** Parts between separators that are outside of brackets and names. */
function partsOf(text: string, separator: ',' | ';'): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of text.matchAll(/"[^"]*"|[\s\S]/g)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (token === separator && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + token)
  }
  return parts.map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '')
}
