/** All data about a person, as one file. */
import type { Services } from '#app/services.ts'
import type { ExportInput } from '#app/domain/accounts/account.ts'
import {
  confirmPerson,
  requireStillConfirmed,
  type AccountRequester,
} from '#app/domain/accounts/profile/profile.server.ts'
import { exportParts, type Person } from './export-parts.server.ts'

export type PersonExport = {
  /** When it was read. */
  at: Date
  [part: string]: unknown
}

/** @throws Refusal `invalid` at the password, `too_many` */
export async function exportAccount(
  services: Services,
  asker: AccountRequester,
  { exportPassword }: ExportInput,
): Promise<PersonExport> {
  const proof = await confirmPerson(services, asker, { exportPassword })
  const exported = await exportPerson(services, asker.account)
  await services.db.transaction((tx) => requireStillConfirmed(tx, proof, 'exportPassword'))
  return exported
}

/** The same for the operator, who has access to the database anyway. */
export async function exportPerson(
  { db, now }: Services,
  { id, email }: Person,
): Promise<PersonExport> {
  const exported: PersonExport = { at: now() }
  for (const { name, read } of exportParts) {
    const rows = await read(db.system, { id, email })
    exported[name] = rows.map(readable)
  }
  return exported
}

/** Images as base64, because the file is JSON. */
const readable = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  )
