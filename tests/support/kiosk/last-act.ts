import { readLastStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import type { Services } from '#app/services.ts'

/** The newest action on the person or organization of a screen, as its forms send it. */
export async function lastActOn(services: Services, address: string): Promise<string> {
  const [, kind, id] = /^\/kiosk\/(users|teams)\/(\d+)/.exec(address) ?? []
  if (kind === undefined) return '0'
  const subject = kind === 'users' ? { userId: Number(id) } : { teamId: Number(id) }
  return String(await readLastStaffAct(services, subject))
}
