/** An overview page with all images. */
import type { SeedState } from './seed.ts'

export type Picture = {
  state: SeedState
  address: string
  width: number
  /** In the folder of its state. Null: there is none. */
  file: string | null
  /** Its fault, as far as a machine can detect it. */
  fault: string | null
}

export function drawIndex(pictures: readonly Picture[]): string {
  const addresses = [...new Set(pictures.map(({ address }) => address))]
  const parts = addresses.map((address) => {
    const screenPictures = pictures.filter((picture) => picture.address === address)
    return `<h2>${escape(address)}</h2><div>${screenPictures.map(figureOf).join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>
body { font: 14px system-ui; margin: 24px }
div { display: flex; gap: 12px; overflow-x: auto; align-items: flex-start }
figure { margin: 0 } img { height: 480px; border: 1px solid #ccc }
</style>${parts.join('\n')}</html>\n`
}

function figureOf({ state, width, file, fault }: Picture): string {
  const caption = `${state}, ${String(width)} pixels${fault === null ? '' : `: ${fault}`}`
  const image =
    file === null
      ? ''
      : `<a href="${state}/${file}"><img loading="lazy" alt="" src="${state}/${file}"></a>`
  return `<figure><figcaption>${escape(caption)}</figcaption>${image}</figure>`
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
