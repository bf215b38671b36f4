/** The demo shop's drawings and style sheet, as they stand beside this file. */

const files = import.meta.glob<string>('./pictures/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const pictures = new Map(
  Object.entries(files).map(([path, svg]) => [path.replace('./pictures/', ''), svg]),
)

/** A drawing by its file name; null when there is none. */
export const picture = (file: string): string | null => pictures.get(file) ?? null

export { default as styleSheet } from './style.css?raw'
