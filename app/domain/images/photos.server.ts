/** Pictures of people and of teams. Each new one has a new number, since browsers keep them for ever. */
import { and, eq, ne } from 'drizzle-orm'
import { photos, teams, users } from '../../db/schema/index.ts'
import { Refusal } from '../../lib/errors.ts'
import { NotAPicture } from '../../lib/picture-drawer.server.ts'
import type { Services } from '../../services.ts'

/** Both sides of a stored picture. */
export const photoPixels = 512

/** Of the file that is sent; what is stored is much smaller. */
export const maxPhotoBytes = 5 * 1024 * 1024

export type PhotoOwner = { kind: 'user' | 'team'; id: number }

const notAPicture = 'Choose a JPEG, PNG, WebP or GIF picture.'

/**
 * Draws the picture anew and puts it in the place of the one before.
 *
 * @param owner whom the caller may change
 * @throws Refusal `invalid` at the field `photo`, `unavailable`
 */
export async function savePhoto(
  services: Services,
  owner: PhotoOwner,
  bytes: Buffer,
): Promise<void> {
  if (bytes.length === 0) throw wrongPhoto(notAPicture)
  if (bytes.length > maxPhotoBytes) throw wrongPhoto('This picture is larger than 5 MB.')
  const webp = await drawPhoto(services, bytes)

  const at = services.now()
  await services.db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(photos)
      .values({ ...columnOf(owner), webp, createdAt: at })
      .returning({ id: photos.id })
    if (!stored) throw new Error('The picture was not stored.')
    const named = { photoId: stored.id, updatedAt: at }
    if (owner.kind === 'user') await tx.update(users).set(named).where(eq(users.id, owner.id))
    else await tx.update(teams).set(named).where(eq(teams.id, owner.id))
    await tx.delete(photos).where(and(ofOwner(owner), ne(photos.id, stored.id)))
  })
}

export async function removePhoto({ db, now }: Services, owner: PhotoOwner): Promise<void> {
  const none = { photoId: null, updatedAt: now() }
  await db.transaction(async (tx) => {
    if (owner.kind === 'user') await tx.update(users).set(none).where(eq(users.id, owner.id))
    else await tx.update(teams).set(none).where(eq(teams.id, owner.id))
    await tx.delete(photos).where(ofOwner(owner))
  })
}

/** Whoever knows the number may see it. */
export async function findPhoto({ db }: Services, id: string): Promise<Buffer | null> {
  const [row] = await db.system.select({ webp: photos.webp }).from(photos).where(eq(photos.id, id))
  return row?.webp ?? null
}

async function drawPhoto({ pictures }: Services, bytes: Buffer): Promise<Buffer> {
  try {
    return await pictures.draw(bytes, { width: photoPixels, isSquare: true })
  } catch (error) {
    if (error instanceof NotAPicture) throw wrongPhoto(notAPicture)
    throw error
  }
}

const columnOf = ({ kind, id }: PhotoOwner) => (kind === 'user' ? { userId: id } : { teamId: id })
const ofOwner = ({ kind, id }: PhotoOwner) =>
  eq(kind === 'user' ? photos.userId : photos.teamId, id)

const wrongPhoto = (sentence: string) =>
  new Refusal('invalid', sentence, { errors: { photo: [sentence] } })
