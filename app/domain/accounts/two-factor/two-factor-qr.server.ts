/** A QR code as an SVG path, drawn inline so that no secret is ever loaded as an image. */

export type QrDrawing = {
  /** Modules per side, including the quiet zone. */
  size: number
  /** SVG path in units of one module. */
  path: string
}

/** ISO/IEC 18004: light modules around the symbol. */
const quietZone = 4

export async function renderQr(text: string): Promise<QrDrawing> {
  const { create } = (await import('qrcode')).default
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const path: string[] = []
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue
      path.push(`M${String(column + quietZone)} ${String(row + quietZone)}h1v1h-1z`)
    }
  }
  return { size: modules.size + 2 * quietZone, path: path.join('') }
}
