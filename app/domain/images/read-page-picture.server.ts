/** Reads images for nudges, also those that only a product's page names, and draws them small (docs/threats.md T34). */
import { Refusal } from '#app/lib/errors.ts'
import { InvalidImage } from '#app/lib/image-encoder.server.ts'
import { NotFetched, type OutsideHead } from '#app/lib/web/guarded-opener.server.ts'
import { loadPage } from '#app/lib/web/load-page.server.ts'
import type { Services } from '#app/services.ts'
import { cardDrawing, type CardSize } from './card-drawing.ts'
import { findPictures } from './find-pictures.ts'
import { namePage } from './page-path.ts'

/**
 * - `picture`: drawn as WebP.
 * - `none`: there is no picture, or none that can be shown. Later there might be one.
 * - `missing`: there is nothing at an image's URL. Only of images that are named.
 * - `failed`: the page or the picture can't be read now.
 */
export type PictureReading =
  | {
      kind: 'picture'
      webp: Buffer
      /** As in `NamedPicture`. */
      isOfProduct: boolean
    }
  | { kind: 'none' | 'missing' | 'failed' }

/** The head of a page, and structured data that follows it. */
const pageLimits = { maxBytes: 1_500_000, maxMillis: 6_000, isCut: true }

/** Photos of cameras are larger, and no shop shows one on its pages. */
const pictureLimits = { maxBytes: 5_000_000, maxMillis: 5_000, accept: 'image/webp,image/*' }

type Page = {
  address: string
  size: CardSize
  /** Whether a URL is on the same site. A page that leads elsewhere isn't the product's. */
  isOfSite: (address: string) => boolean
}

export async function readPagePicture(
  { net, images }: Pick<Services, 'net' | 'images'>,
  { address, size, isOfSite }: Page,
): Promise<PictureReading> {
  const { head, html } = await loadPage(net, address, pageLimits)
  if (typeof html !== 'string')
    return { kind: isMissing(html.why, head?.status) ? 'none' : 'failed' }
  const page = head?.address ?? address
  if (!isOfSite(page)) return { kind: 'none' }

  const isMoved = namePage(new URL(page)) !== namePage(new URL(address))
  let kind: 'none' | 'failed' = 'none'
  for (const { address: picture, isOfProduct } of await findPictures(html, page)) {
    // Shops lead from products that they no longer sell to a category, whose picture isn't the product's.
    if (isMoved && !isOfProduct) continue
    const drawing = cardDrawing(size, 'page')
    const drawn = await drawPicture({ net, images }, { address: picture, drawing })
    if (typeof drawn !== 'string') return { kind: 'picture', webp: drawn, isOfProduct }
    if (drawn === 'failed') kind = drawn
  }
  return { kind }
}

/** Reads an image whose URL is known. @param address a web URL */
export async function readNamedPicture(
  services: Pick<Services, 'net' | 'images'>,
  { address, size }: Pick<Page, 'address' | 'size'>,
): Promise<PictureReading> {
  const drawn = await drawPicture(services, { address, drawing: cardDrawing(size, 'activity') })
  return typeof drawn === 'string'
    ? { kind: drawn }
    : { kind: 'picture', webp: drawn, isOfProduct: true }
}

type Drawing = { address: string; drawing: ReturnType<typeof cardDrawing> }

async function drawPicture(
  { net, images }: Pick<Services, 'net' | 'images'>,
  { address, drawing }: Drawing,
): Promise<Buffer | 'none' | 'missing' | 'failed'> {
  const statuses: number[] = []
  const onAnswer = ({ status }: OutsideHead) => {
    statuses.push(status)
  }
  try {
    const bytes = await net.images(address, { ...pictureLimits, onAnswer })
    return await images.encode(bytes, drawing)
  } catch (error) {
    if (error instanceof InvalidImage) return 'none'
    if (error instanceof NotFetched) {
      if (isGone(statuses[0])) return 'missing'
      return isMissing(error.why, statuses[0]) ? 'none' : 'failed'
    }
    if (error instanceof Refusal && error.code === 'unavailable') return 'failed'
    throw error
  }
}

/** Tomorrow it's hardly different. */
const isMissing = (why: NotFetched['why'], status: number | undefined): boolean =>
  ['address', 'redirects', 'size'].includes(why) || isGone(status)

const isGone = (status: number | undefined): boolean => status === 404 || status === 410
