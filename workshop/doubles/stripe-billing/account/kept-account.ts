/**
 * A Stripe account in a file, for the demo: the product remembers subscriptions and invoices from one start to the
 * next, so the double has to know them as well.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Account } from '../account.ts'

/** Rows refer to each other, which JSON would lose. */
type KeptAccount = Pick<Account, 'tables' | 'cards' | 'books'> & { lastId: number }

/** Null: there is no file yet, or it isn't one of these. */
export function readAccount(file: string): KeptAccount | null {
  if (!existsSync(file)) return null
  try {
    return deserialize(readFileSync(file)) as KeptAccount
  } catch {
    return null
  }
}

/** Adds everything except endpoints, which begin again with their receivers. */
export function restoreAccount(account: Account, kept: KeptAccount): void {
  const { webhook_endpoint: _begunAgain, ...tables } = kept.tables
  for (const [kind, rows] of Object.entries(tables)) {
    const table: Map<string, unknown> = account.tables[kind as keyof typeof tables]
    for (const [id, row] of rows) table.set(id, row)
  }
  for (const [id, behavior] of kept.cards) account.cards.set(id, behavior)
  for (const [id, book] of kept.books) account.books.set(id, book)
}

/** Whole or not at all. */
export function writeAccount(account: Account, file: string): void {
  const { tables, cards, books } = account
  const kept: KeptAccount = { tables, cards, books, lastId: account.lastId() }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.part`, serialize(kept), { mode: 0o600 })
  renameSync(`${file}.part`, file)
}
