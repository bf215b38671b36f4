/** A QR code as one SVG path, to be drawn in the page: no picture of a secret is loaded from anywhere. */

export type QrDrawing = {
  /** Modules along one side, the quiet zone included. */
  size: number
  /** Of an SVG path: one unit is one module. */
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
