/** The drawing of a chart as a file, made in the browser from what is on the screen. */
import { saveFile } from '../links/download-link.tsx'

/** Space around the drawing, for the numbers beside it and the title above. */
const room = { left: 96, top: 64, right: 32, bottom: 16 }

/** Properties that chart.css sets. A file has no stylesheet. */
const drawnBy = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linejoin',
  'vector-effect',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
] as const

type PictureProps = {
  drawing: () => SVGSVGElement | null
  /** Written above the drawing. */
  title: string
  fileName: string
}

/** SVG, which stays sharp in any size and opens in browsers, documents and slides. */
export const ChartPicture = ({ drawing, title, fileName }: PictureProps) => (
  <button
    type="button"
    className="text-link"
    onClick={() => {
      const drawn = drawing()
      if (drawn) saveFile(new Blob([pictureOf(drawn, title)], { type: 'image/svg+xml' }), fileName)
    }}
  >
    Download as picture
  </button>
)

const namespace = 'http://www.w3.org/2000/svg'

function pictureOf(drawing: SVGSVGElement, title: string): string {
  const { width, height } = drawing.getBoundingClientRect()
  const [wide, high] = [width + room.left + room.right, height + room.top + room.bottom]
  const picture = document.createElementNS(namespace, 'svg')
  setAll(picture, { width: wide, height: high, viewBox: `0 0 ${String(wide)} ${String(high)}` })

  const paper = document.createElementNS(namespace, 'rect')
  setAll(paper, { width: wide, height: high, fill: '#fff' })
  const heading = document.createElementNS(namespace, 'text')
  const face = getComputedStyle(document.body).fontFamily
  setAll(heading, { x: 24, y: 36, 'font-family': face, 'font-size': 16, 'font-weight': 600 })
  heading.textContent = title

  const copy = copyWithStyles(drawing)
  setAll(copy, { x: room.left, y: room.top, width, height, overflow: 'visible' })
  picture.append(paper, heading, copy)
  return new XMLSerializer().serializeToString(picture)
}

/** The copy has as many elements in the same order. */
function copyWithStyles(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, element] of [drawing, ...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element)
    const styles = drawnBy.map((name) => [name, style.getPropertyValue(name)] as const)
    const target = copies[at]
    if (!target) continue
    target.removeAttribute('class')
    setAll(target, Object.fromEntries(styles.filter(([, value]) => value !== '')))
  }
  return copy
}

function setAll(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}
