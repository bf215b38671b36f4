/** The logo of a team, whose changes are in its audit log. */
import { removePhoto, savePhoto } from '#app/domain/images/photos.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import { recordAct, type Actor } from './audit.server.ts'

type Change = { actor: Actor; team: TeamScope }

const ownerOf = ({ teamId }: TeamScope) => ({ kind: 'team', id: teamId }) as const

/** @throws Refusal `invalid` at the field `photo`, `unavailable` */
export const saveTeamLogo = (
  services: Services,
  { actor, team }: Change,
  bytes: Buffer,
): Promise<void> =>
  savePhoto(services, ownerOf(team), {
    bytes,
    alsoStore: (tx, at) =>
      recordAct(tx, { teamId: team.teamId, actor, at }, { act: 'team.logo_changed', details: {} }),
  })

export const removeTeamLogo = (services: Services, { actor, team }: Change): Promise<void> =>
  removePhoto(services, ownerOf(team), (tx, at) =>
    recordAct(tx, { teamId: team.teamId, actor, at }, { act: 'team.logo_removed', details: {} }),
  )
