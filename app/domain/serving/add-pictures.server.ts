/**
 * Gives items the images that we drew: of those that activities, messages and offers name, and of those
 * that products' pages name where an order or a review names none. Visitors load no other ones.
 */
import type { PixelItem } from '#app/contract/pixel.ts'
import type { Queries } from '#app/db/db.ts'
import {
  findPagePictures,
  wantPagePictures,
  type StoredPicture,
  type WantedPicture,
} from '#app/domain/activities/page-pictures/stored-pictures.server.ts'
import { productPage } from '#app/domain/activities/product-path.ts'
import type { CardSize } from '#app/domain/images/card-drawing.ts'
import { sourceOfPath } from '#app/domain/images/image-source.server.ts'
import { cardImageUrl } from '#app/domain/images/image-url.ts'
import { pagePicturePath } from '#app/domain/images/page-picture-url.ts'
import { keyOfImage, keyOfPage } from '#app/domain/images/picture-key.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import type { CompiledNudge } from './mark-repeats.ts'

type Pictures = {
  compiled: readonly CompiledNudge[]
  siteName: string
  /** Pages of shops load the pictures from there. */
  appUrl: string
  at: Date
  /** Our own screens: they want no pictures, and draw an image that wasn't read yet by a signed URL. */
  screen: Secrets | undefined
  /** Nudges that show no image need none. */
  showsImage: (nudge: CompiledNudge['nudge']) => boolean
}

export type Pictured = {
  nudges: CompiledNudge[]
  /** A picture is wanted for the first time: it can be read now. */
  hasNew: boolean
}

/** A picture that isn't known yet is read soon, and the payload changes with it. */
export async function addPictures(
  tx: Queries,
  site: SiteScope,
  { compiled, siteName, appUrl, at, screen, showsImage }: Pictures,
): Promise<Pictured> {
  // The example shop's, and the demo's.
  const isOurs = ({ image }: PixelItem) => image?.startsWith(`${appUrl}/`) === true
  const wantedBy = ({ nudge, productUrls }: CompiledNudge, place: number): WantedPicture | null => {
    const item = nudge.items[place]
    if (!item || isOurs(item) || !showsImage(nudge)) return null
    const size = sizeOf(nudge)
    if (item.image !== undefined) {
      return { path: keyOfImage(item.image, size), address: item.image }
    }
    const page = productPage(siteName, productUrls[place] ?? null)
    return page && { path: keyOfPage(page.path, size), address: page.address }
  }
  const pictures = compiled.flatMap((one) =>
    one.nudge.items.flatMap((_item, place) => wantedBy(one, place) ?? []),
  )
  const paths = [...new Set(pictures.map(({ path }) => path))]
  const stored: ReadonlyMap<string, StoredPicture> =
    paths.length > 0 ? await findPagePictures(tx, site, { paths, at }) : new Map()
  const wanted = screen ? [] : pictures.filter(({ path }) => stored.get(path)?.isOld !== false)
  await wantPagePictures(tx, site, { pictures: wanted, shown: paths, at })

  /** The URL that browsers load; null: none. */
  const urlOf = (one: CompiledNudge, place: number): string | null => {
    const picture = wantedBy(one, place)
    const known = picture && stored.get(picture.path)
    if (known?.name) return (screen ? '' : appUrl) + pagePicturePath(site.siteUuid, known.name)
    const image = one.nudge.items[place]?.image
    if (!screen || !picture || image === undefined || known?.isUnread === false) return null
    const source = sourceOfPath(screen, image)
    return source && cardImageUrl(source, sizeOf(one.nudge))
  }
  const nudges = compiled.map((one) => ({
    ...one,
    nudge: {
      ...one.nudge,
      items: one.nudge.items.map((item, place) => {
        if (isOurs(item)) return item
        const { image: _theirs, ...rest } = item
        const image = urlOf(one, place)
        return image === null ? rest : { ...rest, image }
      }),
    },
  }))
  return { nudges, hasNew: wanted.some(({ path }) => !stored.has(path)) }
}

/** An image above the text is drawn larger. */
const sizeOf = ({ look }: CompiledNudge['nudge']): CardSize =>
  look?.layout === 'image' ? 'large' : 'small'
