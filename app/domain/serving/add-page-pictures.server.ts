/** Gives orders and reviews without a picture the one that their product's page names. */
import type { Queries } from '#app/db/db.ts'
import {
  findPagePictures,
  wantPagePictures,
} from '#app/domain/activities/page-pictures/stored-pictures.server.ts'
import { productPage } from '#app/domain/activities/product-path.ts'
import { pagePicturePath } from '#app/domain/images/page-picture-url.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { CompiledNudge } from './mark-repeats.ts'

type Pictures = {
  compiled: readonly CompiledNudge[]
  siteName: string
  /** Pages of shops load the pictures from there. */
  appUrl: string
  at: Date
  /** A preview has pages read for no one. */
  isPreview: boolean
  /** Nudges that show no image need none. */
  showsImage: (nudge: CompiledNudge['nudge']) => boolean
}

/** A page whose picture isn't known yet is read soon, and the payload changes with it. */
export async function addPagePictures(
  tx: Queries,
  site: SiteScope,
  { compiled, siteName, appUrl, at, isPreview, showsImage }: Pictures,
): Promise<CompiledNudge[]> {
  const pageOf = ({ nudge, productUrls }: CompiledNudge, place: number) =>
    nudge.items[place]?.image === undefined && showsImage(nudge)
      ? productPage(siteName, productUrls[place] ?? null)
      : null
  const pages = compiled.flatMap((one) =>
    one.nudge.items.flatMap((_item, place) => pageOf(one, place) ?? []),
  )
  if (pages.length === 0) return [...compiled]
  const paths = [...new Set(pages.map(({ path }) => path))]
  const stored = await findPagePictures(tx, site, { paths, at })
  if (!isPreview) {
    const wanted = pages.filter(({ path }) => stored.get(path)?.isOld !== false)
    await wantPagePictures(tx, site, { pages: wanted, at })
  }

  const imageOf = (one: CompiledNudge, place: number) => {
    const name = stored.get(pageOf(one, place)?.path ?? '')?.name
    return name ? { image: appUrl + pagePicturePath(site.siteUuid, name) } : {}
  }
  return compiled.map((one) => ({
    ...one,
    nudge: {
      ...one.nudge,
      items: one.nudge.items.map((item, place) => ({ ...item, ...imageOf(one, place) })),
    },
  }))
}
