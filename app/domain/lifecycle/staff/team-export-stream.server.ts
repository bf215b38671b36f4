/** All data of a team as a file, one JSON row per line, written while it is read. */
import type { TeamScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import { exportTeam, type WriteRow } from '../export-team.server.ts'

/** Fields about staff actions that the team can read. Excludes who acted, from where, and notes. */
const shownOfStaffActs = ['act', 'outcome', 'created_at']

/**
 * A reader that goes away ends the export.
 *
 * @param onFailure it broke off on our side, while someone still read it
 */
export function teamExportStream(
  services: Services,
  scope: TeamScope,
  onFailure: () => Promise<void>,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  let isRead = true
  const noticeLeaving = (written: Promise<void>) =>
    written.catch((error: unknown) => {
      isRead = false
      throw error
    })
  const writeRow: WriteRow = async (table, row) => {
    const shown = table === 'staff_acts' ? pick(row, shownOfStaffActs) : row
    await noticeLeaving(writer.write(encoder.encode(`${JSON.stringify({ table, row: shown })}\n`)))
  }
  const run = async () => {
    await exportTeam(services, scope, writeRow)
    await noticeLeaving(writer.close())
  }
  const fail = async (error: unknown) => {
    services.log.warn({ err: error, teamId: scope.teamId }, 'a team export broke off')
    if (isRead) await onFailure()
  }
  run().catch(async (error: unknown) => {
    await fail(error).catch((err: unknown) => {
      services.log.error({ err, teamId: scope.teamId }, 'a failed download was counted')
    })
    // Rejects when the reader has already disconnected.
    writer.abort(error).catch(() => undefined)
  })
  return readable
}

const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]))
