/** Exports the data about a person, an organization or a shopper, as one JSON row per line. */
import { open, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { consentId } from '#app/contract/pixel-events.ts'
import { emailAddress } from '#app/domain/accounts/account.ts'
import { findAccountId } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import { exportPerson } from '#app/domain/lifecycle/export.server.ts'
import {
  exportShopperByConsentId,
  exportShopperByEmail,
} from '#app/domain/lifecycle/export-shopper.server.ts'
import { exportTeam, type WriteRow } from '#app/domain/lifecycle/export-team.server.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { Command } from './command.ts'
import { parseOptions } from './options.ts'

const kinds = ['user', 'team', 'shopper'] as const

const file = z.string().min(1, 'Enter the path of a new file.')
const shopper = z.union([consentId, emailAddress], 'Enter an email address or a browser ID.')

const input = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('user'), subject: emailAddress, file }),
    z.object({
      kind: z.literal('team'),
      subject: z.string().min(1, 'Enter an organization.'),
      file,
    }),
    z.object({ kind: z.literal('shopper'), subject: shopper, file }),
  ],
  { error: `Choose from ${kinds.join(', ')}.` },
)
type Wanted = z.output<typeof input>

export const exportCommand: Command = {
  name: 'export',
  summary: 'Export everything stored about a user, an organization or a shopper',
  usage: `export --kind ${kinds.join('|')} --subject <as for erase> --file <new file>`,
  options: {
    kind: { type: 'string' },
    subject: { type: 'string' },
    file: { type: 'string' },
  },
  required: ['kind', 'subject', 'file'],

  async run({ services }, values) {
    const wanted = parseOptions(input, values)
    const exportRows = await findExporter(services, wanted)
    const handle = await create(wanted.file)
    try {
      const rows = await exportRows(lineWriter(handle))
      return {
        lines: [`${String(rows)} ${rows === 1 ? 'row' : 'rows'} in ${wanted.file}.`],
        json: { exported: wanted.kind, rows, file: wanted.file },
      }
    } finally {
      await handle.close()
    }
  },
}

/** Returns the number of exported rows. */
type Exporter = (take: WriteRow) => Promise<number>

/** @throws Refusal `not_found`, before a file is created */
async function findExporter(services: Services, { kind, subject }: Wanted): Promise<Exporter> {
  switch (kind) {
    case 'user':
      return personExporter(services, subject)
    case 'team': {
      const team = await findTeamForStaff(services, subject)
      if (!team) throw new Refusal('not_found', `Organization not found: ${subject}`)
      return (take) => exportTeam(services, team, take)
    }
    case 'shopper':
      return (take) =>
        subject.includes('@')
          ? exportShopperByEmail(services, subject, take)
          : exportShopperByConsentId(services, subject, take)
  }
}

async function personExporter(services: Services, email: string): Promise<Exporter> {
  const id = await findAccountId(services, email)
  if (id === null) throw new Refusal('not_found', 'No account found with this email address.')
  return async (take) => {
    let rows = 0
    for (const [part, records] of Object.entries(await exportPerson(services, { id, email }))) {
      if (!Array.isArray(records)) continue
      for (const row of records) await take(part, row as Record<string, unknown>)
      rows += records.length
    }
    return rows
  }
}

/** Readable only by the operator. Never overwrites a file. */
async function create(name: string): Promise<FileHandle> {
  try {
    return await open(name, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'it already exists' : (code ?? 'no reason given')
    throw new Refusal('conflict', `Can't create ${name}: ${why}.`)
  }
}

const lineWriter =
  (handle: FileHandle): WriteRow =>
  async (table, row) => {
    await handle.write(`${JSON.stringify({ table, row })}\n`)
  }
