/** Reads a table of lines with columns between bars. An empty column and – are null. */
export const rowsOf = (table: string): (string | null)[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.replaceAll(/^ +| +$/g, '')))
    .map((cells) => cells.map((cell) => (cell === '' || cell === '–' ? null : cell)))
