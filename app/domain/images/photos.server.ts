/**
 * Images of people, teams and sites. Every new one has a new id, because browsers cache them
 * permanently.
 */
import { and, eq, ne } from 'drizzle-orm'
import { sites, teams, users } from '#app/db/schema/ground.ts'
import { photos } from '#app/db/schema/images.ts'
import type { Queries } from '#app/db/db.ts'
import { refuseField } from '#app/lib/errors.ts'
import { InvalidImage } from '#app/lib/image-encoder.server.ts'
import type { Services } from '#app/services.ts'

/** Width and height of a stored image. */
export const photoPixels = 512

/** Limit of uploads. Stored images are much smaller. */
const maxPhotoBytes = 5 * 1024 * 1024

export type PhotoOwner = { kind: 'user' | 'team' | 'site'; id: number }

const notAPicture = 'Choose a JPEG, PNG, WebP or GIF image.'

/** Stores something else in the transaction of a change, for example an entry of an audit log. */
type AlsoStore = (tx: Queries, at: Date) => Promise<void>

/**
 * Re-encodes an image, and replaces the previous one.
 *
 * @param owner whom the caller can change
 * @throws Refusal `invalid` at the field `photo`, `unavailable`
 */
export async function savePhoto(
  services: Services,
  owner: PhotoOwner,
  { bytes, alsoStore }: { bytes: Buffer; alsoStore?: AlsoStore },
): Promise<void> {
  if (bytes.length === 0) throw wrongPhoto(notAPicture)
  if (bytes.length > maxPhotoBytes) throw wrongPhoto('This image is larger than 5 MB.')
  const webp = await drawPhoto(services, bytes)

  const at = services.now()
  await services.db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(photos)
      .values({ ...columnOf(owner), webp, createdAt: at })
      .returning({ id: photos.id })
    if (!stored) throw new Error('The image was not stored.')
    await namePhoto(tx, owner, { photoId: stored.id, updatedAt: at })
    await tx.delete(photos).where(and(ofOwner(owner), ne(photos.id, stored.id)))
    await alsoStore?.(tx, at)
  })
}

/** Does nothing when there is no image. */
export async function removePhoto(
  { db, now }: Services,
  owner: PhotoOwner,
  alsoStore?: AlsoStore,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const [removed] = await tx.delete(photos).where(ofOwner(owner)).returning({ id: photos.id })
    if (!removed) return
    await namePhoto(tx, owner, { photoId: null, updatedAt: at })
    await alsoStore?.(tx, at)
  })
}

/** Anyone who knows the id can see the image. */
export async function findPhoto({ db }: Services, id: string): Promise<Buffer | null> {
  const [row] = await db.system.select({ webp: photos.webp }).from(photos).where(eq(photos.id, id))
  return row?.webp ?? null
}

async function drawPhoto({ images }: Services, bytes: Buffer): Promise<Buffer> {
  try {
    return await images.encode(bytes, { width: photoPixels, isSquare: true })
  } catch (error) {
    if (error instanceof InvalidImage) throw wrongPhoto(notAPicture)
    throw error
  }
}

async function namePhoto(
  tx: Queries,
  { kind, id }: PhotoOwner,
  { photoId, updatedAt }: { photoId: string | null; updatedAt: Date },
): Promise<void> {
  switch (kind) {
    case 'user':
      await tx.update(users).set({ photoId, updatedAt }).where(eq(users.id, id))
      break
    case 'team':
      await tx.update(teams).set({ photoId, updatedAt }).where(eq(teams.id, id))
      break
    case 'site':
      await tx.update(sites).set({ logoId: photoId, updatedAt }).where(eq(sites.id, id))
  }
}

const columns = { user: photos.userId, team: photos.teamId, site: photos.siteId } as const

const columnOf = ({ kind, id }: PhotoOwner) =>
  ({ user: { userId: id }, team: { teamId: id }, site: { siteId: id } })[kind]
const ofOwner = ({ kind, id }: PhotoOwner) => eq(columns[kind], id)

const wrongPhoto = (sentence: string) => refuseField('photo', sentence)
