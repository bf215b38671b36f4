/** The demo shop's drawings and style sheet, from this folder. */

const files = import.meta.glob<string>('./pictures/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const pictures = new Map(
  Object.entries(files).map(([path, svg]) => [path.replace('./pictures/', ''), svg]),
)

/** A drawing by file name; null when it doesn't exist. */
export const picture = (file: string): string | null => pictures.get(file) ?? null

export { default as styleSheet } from './style.css?raw'
